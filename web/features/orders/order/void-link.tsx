import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { HelpRow } from '../support/help-row.tsx'
import { useRenewLink } from './use-renew-link.ts'

/**
 * Lets the buyer of an order invalidate its link, for instance after sharing it by mistake. The new link goes to the
 * buyer's email address.
 */
export function VoidLink({ token, onVoid }: { token: string; onVoid: () => void }) {
  const { status, renew } = useRenewLink(token)
  return (
    <HelpRow label={m.order_link_void_ask()}>
      <p>{m.order_link_void_text()}</p>
      <Button
        kind="ghost"
        pending={status === 'sending'}
        onClick={() => void renew().then(isVoid => isVoid && onVoid())}
      >
        {m.order_link_void()}
      </Button>
    </HelpRow>
  )
}
