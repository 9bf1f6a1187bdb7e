import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { VoidLink } from '../order/void-link.tsx'
import { ChangeAddress } from './change-address.tsx'
import { HelpLink } from './help-row.tsx'
import { MessageSeller } from './message-seller.tsx'

/**
 * The ways out of a trouble with an order, in one group that opens. Above it stands the masked address that the files
 * were sent to, so that a buyer can notice a mistyped one. While no email arrives, the group is open from the start.
 */
export function OrderHelp({
  token,
  order,
  onChange,
}: {
  token: string
  order: Order
  onChange: () => void
}) {
  return (
    <section className="grid gap-1 border-t border-line py-3 text-small">
      <SentTo order={order} />
      <details className="group/help" open={order.isMailRefused}>
        <summary className="flex min-h-touch cursor-pointer list-none items-center justify-between gap-3 text-base font-[650] [&::-webkit-details-marker]:hidden">
          {m.order_help()}
          <ChevronDown
            aria-hidden
            size={20}
            className="shrink-0 text-soft transition group-open/help:rotate-180"
          />
        </summary>
        <div className="mb-2 rounded-card bg-tint/60 px-4 py-1.5">
          <MessageSeller token={token} order={order} />
          {order.canChangeEmail && <ChangeAddress token={token} />}
          {order.state === 'approved' && <VoidLink token={token} onVoid={onChange} />}
          <HelpLink label={m.order_help_contact()} to={paths.help({ order: order.number })} />
        </div>
      </details>
    </section>
  )
}

function SentTo({ order }: { order: Order }) {
  const isDelivered = order.detail === 'delivered' || order.detail === 'given'
  if (order.isMailRefused)
    return (
      <p className="pt-1 text-warn">
        <span>{m.order_mail_refused({ address: order.payerEmail })}</span>{' '}
        {isDelivered && <span>{m.order_mail_refused_files()}</span>}
      </p>
    )
  if (!isDelivered) return null
  return (
    <p className="pt-1 text-soft">
      {m.order_sent_to()}{' '}
      <span className="font-semibold whitespace-nowrap text-ink">{order.payerEmail}</span>.
    </p>
  )
}
