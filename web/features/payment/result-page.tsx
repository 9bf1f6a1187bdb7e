import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { LinkButton } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useHydrated } from '../forms/use-hydrated.ts'
import { LiveOrder, OrderSkeleton } from '../order/live-order.tsx'
import { Receipt, type ResultKind } from './receipt.tsx'

/**
 * The page after the provider's: green, yellow or red, and below it the order as it really stands. Of what
 * the provider put into the address only our own token is read.
 */
export function ResultPage({
  kind,
  title,
  subtitle,
}: {
  kind: ResultKind
  title: string
  subtitle: string
}) {
  const token = useSearchParams()[0].get('order')
  const alive = useHydrated()
  return (
    <>
      <section className={cx(`result-${kind}`, 'bg-(--band) text-(--on-band)')}>
        <div
          className={cx(
            'wrap grid items-center gap-x-12 gap-y-6 py-10 sm:grid-cols-[minmax(0,1fr)_auto] lg:py-14',
            token && 'pb-28 lg:pb-36',
          )}
        >
          <div>
            <h1 className="max-w-[12em] text-h1">{title}</h1>
            <p className="mt-5 max-w-[32em] text-lead">{subtitle}</p>
            <LinkButton
              to="/"
              kind="quiet"
              className="mt-7 bg-card! text-ink! hover:brightness-[0.94]"
            >
              {m.go_home()}
            </LinkButton>
          </div>
          <Receipt kind={kind} className="w-36 max-sm:order-first sm:w-52 lg:w-64" />
        </div>
      </section>
      {token && (
        <section
          aria-label={m.payment_order()}
          className="wrap -mt-16 max-w-[808px]! pb-20 lg:-mt-22"
        >
          {alive ? <LiveOrder key={token} token={token} heading="h2" /> : <OrderSkeleton />}
        </section>
      )}
    </>
  )
}
