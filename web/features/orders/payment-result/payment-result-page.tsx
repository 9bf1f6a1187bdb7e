import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ShownOrderState } from '#contract/orders.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LiveOrder, OrderSkeleton } from '../order/live-order.tsx'
import { getPaymentStatusText } from './payment-status-text.ts'
import { ReceiptIllustration, type PaymentResult } from './receipt-illustration.tsx'

/**
 * The page to which MercadoPago redirects after a payment. The page reads only the order token from the query. Text and
 * color follow the state of that order, whatever result MercadoPago redirected to.
 */
export function PaymentResultPage({ page, title }: { page: PaymentResult; title: string }) {
  const token = useSearchParams()[0].get('order')
  const isHydrated = useHydrated()
  const [state, setState] = useState<ShownOrderState>()
  const { text, result, differsFromPage } = getPaymentStatusText(page, state)
  return (
    <>
      <section className={cx(`result-${page}`, 'bg-(--band) text-(--on-band)')}>
        <div
          className={cx(
            'wrap grid items-center gap-x-12 gap-y-6 py-10 sm:grid-cols-[minmax(0,1fr)_auto] lg:py-14',
            token && 'pb-28 lg:pb-36',
          )}
        >
          <div>
            <h1 className={cx('max-w-[12em]', token ? 'text-title' : 'text-h1')}>{title}</h1>
            {/* The paragraph reserves the height of the longest text and the panel grows outwards, so that a text
                that arrives later does not shift the layout. */}
            <div
              className={cx(
                'mt-5 grid max-w-[34em] content-start',
                token && 'min-h-[10.5rem] sm:min-h-[6.75rem]',
              )}
            >
              <p
                className={cx(
                  'text-lead',
                  differsFromPage &&
                    '-mx-4 -my-3 rounded-card bg-card px-4 py-3 font-[550] text-ink shadow-soft',
                )}
              >
                {text}
              </p>
            </div>
            <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
              <LinkButton
                to={paths.home()}
                kind="quiet"
                className="bg-card! text-ink! hover:brightness-[0.94]"
              >
                {m.go_home()}
              </LinkButton>
              {!token && (
                <Link
                  to={paths.myOrders()}
                  className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
                >
                  {m.footer_order()}
                </Link>
              )}
            </div>
          </div>
          <ReceiptIllustration kind={result} className="w-36 max-sm:order-first sm:w-52 lg:w-64" />
        </div>
      </section>
      {token && (
        <section
          aria-label={m.payment_order()}
          className="wrap -mt-16 max-w-[808px]! pb-20 lg:-mt-22"
        >
          {isHydrated ? (
            <LiveOrder key={token} token={token} heading="h2" onState={setState} />
          ) : (
            <OrderSkeleton />
          )}
        </section>
      )}
    </>
  )
}
