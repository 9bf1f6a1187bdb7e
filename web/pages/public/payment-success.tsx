import * as m from '#messages'
import { PaymentResultPage } from '#web/features/orders/payment-result/payment-result-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/payment-success'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.payment_success_title(), { hidden: true })

/** The page to which MercadoPago redirects after a successful payment. Source: specification, payment results. */
export default function PaymentSuccessPage() {
  return <PaymentResultPage page="success" title={m.payment_success_title()} />
}
