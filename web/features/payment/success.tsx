import * as m from '#messages'
import { pageTitle } from '../shell/page-title.ts'
import type { Route } from './+types/success'
import { ResultPage } from './result-page.tsx'

export const meta: Route.MetaFunction = args =>
  pageTitle(args, m.payment_success_title(), { hidden: true })

/** Where the provider's page sends a buyer. Source: specification, payment results. */
export default function PaymentSuccess() {
  return <ResultPage kind="success" title={m.payment_success_title()} />
}
