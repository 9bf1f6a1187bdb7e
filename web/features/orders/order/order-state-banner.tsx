import { Check, Clock, RotateCcw, X, type LucideIcon } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import * as m from '#messages'
import { formatDateTime } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ORDER_STATE_TEXTS, type OrderTone } from './order-state-texts.ts'

const TONE_STYLES: Record<OrderTone, { box: string; sign: string; Icon: LucideIcon }> = {
  ok: { box: 'bg-jade-tint', sign: 'bg-jade text-card', Icon: Check },
  wait: { box: 'bg-warn-tint', sign: 'bg-mango text-[#1e1916]', Icon: Clock },
  bad: { box: 'bg-bad-tint', sign: 'bg-bad text-bad-ink', Icon: X },
  quiet: { box: 'bg-tint', sign: 'bg-edge text-card', Icon: RotateCcw },
}

/** Shows the state of an order, its meaning and the next step. Screen readers announce a change of the state. */
export function OrderStateBanner({
  order,
  heading: Heading,
}: {
  order: Order
  heading: 'h1' | 'h2'
}) {
  const { tone, title, text } = ORDER_STATE_TEXTS[order.state]
  const { box, sign, Icon } = TONE_STYLES[tone]
  return (
    <div aria-live="polite" className={cx('grid gap-4 px-5 py-6 sm:px-8 sm:py-7', box)}>
      <div className="flex items-start gap-4">
        <span className={cx('grid size-11 shrink-0 place-items-center rounded-full', sign)}>
          <Icon aria-hidden size={22} strokeWidth={2.6} />
        </span>
        <div className="min-w-0 pt-1">
          <Heading className="text-[clamp(1.45rem,2.6vw,1.9rem)] leading-[1.1]">{title()}</Heading>
          <p className="mt-2 max-w-[34em]">{text()}</p>
          <Deadline order={order} />
        </div>
      </div>
      <NextStep order={order} />
    </div>
  )
}

function Deadline({ order: { state, payment } }: { order: Order }) {
  if (state !== 'pending' || !payment?.deadline) return null
  return (
    <p className="mt-2 font-semibold">
      {m.order_pending_deadline({ moment: formatDateTime(payment.deadline) })}
    </p>
  )
}

function NextStep({ order: { state, payment, items } }: { order: Order }) {
  const product = items[0] && paths.product(items[0].productId)
  const className = 'justify-self-start sm:ml-15'
  if (state === 'pending' && payment?.instructionsUrl)
    return (
      <LinkButton
        href={payment.instructionsUrl}
        target="_blank"
        rel="noopener"
        className={className}
      >
        {m.order_pending_instructions()}
      </LinkButton>
    )
  if (state === 'rejected' && product)
    return (
      <LinkButton to={product} className={className}>
        {m.order_again()}
      </LinkButton>
    )
  if ((state === 'created' || state === 'expired') && product)
    return (
      <LinkButton to={product} kind="ghost" className={className}>
        {m.order_to_product()}
      </LinkButton>
    )
  return null
}
