import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChangeAddress } from '../support/change-address.tsx'
import { useRenewLink } from './use-renew-link.ts'

/** Says that a newer link to the order was emailed, and offers to email it again to the buyer's address. */
export function ReplacedLink({ token, heading }: { token: string; heading: 'h1' | 'h2' }) {
  const { status, renew } = useRenewLink(token)
  const isSent = status === 'sent'
  return (
    <div className="rounded-panel border border-line bg-card">
      <EmptyState
        art="closedShutter"
        heading={heading}
        title={isSent ? m.order_link_sent_title() : m.order_link_replaced_title()}
        action={
          isSent ? (
            <LinkButton to={paths.myOrders()}>{m.order_missing_action()}</LinkButton>
          ) : (
            <Button pending={status === 'sending'} onClick={() => void renew()}>
              {m.order_link_mail()}
            </Button>
          )
        }
      >
        <output>{isSent ? m.order_link_sent() : m.order_link_replaced()}</output>
      </EmptyState>
      {/* A stranger at a mistyped address may have had the link replaced. */}
      <div className="px-5 pb-3 sm:px-8">
        <ChangeAddress token={token} />
      </div>
    </div>
  )
}
