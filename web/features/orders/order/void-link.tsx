import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { useRenewLink } from './use-renew-link.ts'

/**
 * Lets the buyer of an order invalidate its link, for instance after sharing it by mistake. The new link goes to the
 * buyer's email address.
 */
export function VoidLink({ token, onVoid }: { token: string; onVoid: () => void }) {
  const { status, renew } = useRenewLink(token)
  return (
    <details className="border-t border-line py-1 text-small text-soft">
      <summary className="flex min-h-11 cursor-pointer items-center">
        {m.order_link_void_ask()}
      </summary>
      <div className="grid justify-items-start gap-3 pb-4">
        <p>{m.order_link_void_text()}</p>
        <Button
          kind="ghost"
          pending={status === 'sending'}
          onClick={() => void renew().then(isVoid => isVoid && onVoid())}
        >
          {m.order_link_void()}
        </Button>
      </div>
    </details>
  )
}
