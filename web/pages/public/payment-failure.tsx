import * as m from '#messages'
import { PaymentResultPage } from '#web/features/orders/payment-result/payment-result-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/payment-failure'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.payment_failure_title(), { hidden: true })

/** The page to which MercadoPago redirects after a failed payment. Source: specification, payment results. */
export default function PaymentFailurePage() {
  return <PaymentResultPage page="failure" title={m.payment_failure_title()} />
}
