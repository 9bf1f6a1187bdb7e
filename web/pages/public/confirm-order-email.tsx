import { type AddressConfirmation, confirmOrderEmail } from '#contract/address-change.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkPage, type LinkOutcome } from '#web/shared/outcome/link-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/confirm-order-email'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.address_confirm_title(), { hidden: true })

/** The page that the link in an email about another address of an order opens. */
export default function ConfirmOrderEmailPage() {
  return (
    <LinkPage
      endpoint={confirmOrderEmail}
      question={{
        title: m.address_confirm_title(),
        text: m.address_confirm_text(),
        submit: m.address_confirm_submit(),
      }}
      onDone={describe}
      refusals={{
        ERROR_INVALID_OR_EXPIRED_TOKEN: {
          title: m.address_invalid_title(),
          text: m.address_invalid(),
          link: { to: paths.myOrders(), label: m.order_missing_action() },
        },
        PAYMENT_STATUS_ALREADY_CHANGED: {
          title: m.address_invalid_title(),
          text: m.address_refused(),
          link: { to: paths.help(), label: m.order_sent_help() },
        },
      }}
      failure={m.address_failed()}
    />
  )
}

function describe({ state, orderToken }: AddressConfirmation): LinkOutcome {
  const isWaiting = state === 'waiting'
  return {
    art: isWaiting ? 'mailbox' : 'checkedEnvelope',
    title: isWaiting ? m.address_waiting_title() : m.address_changed_title(),
    text: isWaiting ? m.address_waiting() : m.address_changed(),
    ...(orderToken !== null && {
      link: { to: paths.order(orderToken), label: m.address_changed_action() },
    }),
  }
}
