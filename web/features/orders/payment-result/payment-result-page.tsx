import { useEffect, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { OrderSkeleton, OrderView } from '../order/live-order.tsx'
import { OrderNextStep, PaymentDeadline } from '../order/next-step.tsx'
import type { PaymentResult } from '../order/order-detail-texts.ts'
import { useOrder } from '../order/use-order.ts'
import { getResultTexts } from './result-texts.ts'
import { ReceiptIllustration } from './receipt-illustration.tsx'

const RESULT_PATHS = {
  success: paths.paymentSuccess,
  pending: paths.paymentPending,
  failure: paths.paymentFailure,
}

/** A button on the colored band is light in both themes. */
const BAND_BUTTON = 'bg-(--band-button)! text-(--on-band-button)! hover:brightness-[0.94]'

/** The text that each result page shows before the order is loaded. */
const DEFAULT_TEXTS: Record<PaymentResult, () => string> = {
  success: m.payment_success,
  pending: m.payment_pending,
  failure: m.payment_failure,
}

/**
 * The page to which MercadoPago redirects after a payment. It reads only the order token from the query. If the order
 * has another result than the page, the browser is led on to the page of that result.
 */
export function PaymentResultPage({ page, title }: { page: PaymentResult; title: string }) {
  const token = useSearchParams()[0].get('order')
  const isHydrated = useHydrated()
  if (token && isHydrated)
    return <LiveResult key={token} token={token} page={page} defaultTitle={title} />
  return (
    <>
      <ResultBand
        result={page}
        title={title}
        text={DEFAULT_TEXTS[page]()}
        hasOrder={token !== null}
      >
        {!token && (
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            <HomeButton className={BAND_BUTTON} />
            <Link
              to={paths.myOrders()}
              className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
            >
              {m.footer_order()}
            </Link>
          </div>
        )}
      </ResultBand>
      {token && (
        <OrderSection>
          <OrderSkeleton />
        </OrderSection>
      )}
    </>
  )
}

/** Fetches the order of a token and shows its result and its files. */
function LiveResult({
  token,
  page,
  defaultTitle,
}: {
  token: string
  page: PaymentResult
  defaultTitle: string
}) {
  const { lookup, refetch } = useOrder(token, { hasReturned: true })
  const navigate = useNavigate()
  const found = lookup.state === 'found' ? lookup : undefined
  const texts = found && getResultTexts(page, found.order)
  const { result = page, title = defaultTitle, text = DEFAULT_TEXTS[page]() } = texts ?? {}
  useEffect(() => {
    if (result !== page) void navigate(RESULT_PATHS[result]({ order: token }), { replace: true })
  }, [result, page, token, navigate])
  // The address of the page says nothing true about an order whose link was replaced or never existed.
  if (lookup.state === 'replaced' || lookup.state === 'missing')
    return (
      <OrderSection>
        <OrderView token={token} lookup={lookup} refetch={refetch} heading="h1" hasBanner={false} />
      </OrderSection>
    )
  return (
    <>
      <ResultBand result={result} title={title} text={text} hasOrder>
        {found && (
          <>
            <PaymentDeadline order={found.order} fetchedAt={found.fetchedAt} />
            {texts?.hasNextStep && (
              <OrderNextStep
                order={found.order}
                className={cx(BAND_BUTTON, 'mt-4 max-sm:w-full')}
              />
            )}
          </>
        )}
      </ResultBand>
      <OrderSection>
        <OrderView token={token} lookup={lookup} refetch={refetch} heading="h2" hasBanner={false} />
      </OrderSection>
    </>
  )
}

/**
 * The colored band with the result. Together with an order it is low on phones, so that the files are on the first
 * screen, and it reserves the height of a usual text, so that the order that arrives later shifts little.
 */
function ResultBand({
  result,
  title,
  text,
  hasOrder = false,
  children,
}: {
  result: PaymentResult
  title: string
  text: string
  hasOrder?: boolean
  children?: ReactNode
}) {
  return (
    <section className={cx(`result-${result}`, 'bg-(--band) text-(--on-band)')}>
      <div
        className={cx(
          'wrap grid items-center gap-x-12 gap-y-6 sm:grid-cols-[minmax(0,1fr)_auto]',
          hasOrder ? 'py-5 sm:py-9 lg:py-11' : 'py-10 lg:py-14',
        )}
      >
        <div
          aria-live="polite"
          className={cx(hasOrder && (result === 'success' ? 'min-h-[6.4rem]' : 'min-h-[11rem]'))}
        >
          <h1
            className={cx(
              'max-w-[14em]',
              hasOrder ? 'text-[clamp(1.6rem,5vw,3rem)] leading-[1.08]' : 'text-h1',
            )}
          >
            {title}
          </h1>
          <p
            className={cx(
              'max-w-[34em]',
              hasOrder ? 'mt-2 sm:mt-4 sm:text-lead' : 'mt-5 text-lead',
            )}
          >
            {text}
          </p>
          {children}
        </div>
        <ReceiptIllustration
          kind={result}
          className={cx('w-36 max-sm:order-first sm:w-44 lg:w-52', hasOrder && 'max-sm:hidden')}
        />
      </div>
    </section>
  )
}

/** The part of the page below the band: the order, and the way to the home page. */
function OrderSection({ children }: { children: ReactNode }) {
  return (
    <section aria-label={m.payment_order()} className="wrap max-w-[808px]! pt-4 pb-16 sm:pt-8">
      {children}
      <p className="mt-6 text-center">
        <HomeButton />
      </p>
    </section>
  )
}

function HomeButton({ className }: { className?: string }) {
  return (
    <LinkButton to={paths.home()} kind={className ? 'quiet' : 'ghost'} className={className}>
      {m.go_home()}
    </LinkButton>
  )
}
