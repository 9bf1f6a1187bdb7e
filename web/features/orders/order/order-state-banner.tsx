import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { cx } from '#web/ui/cx.ts'
import { Check } from '#web/ui/icons/check.tsx'
import { Clock } from '#web/ui/icons/clock.tsx'
import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'
import { X } from '#web/ui/icons/x.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import { OrderNextStep, PaymentDeadline } from './next-step.tsx'
import { getOrderTexts, type OrderTone } from './order-detail-texts.ts'

const TONE_STYLES: Record<OrderTone, { box: string; sign: string; Icon: IconComponent }> = {
  ok: { box: 'bg-jade-tint', sign: 'bg-jade text-card', Icon: Check },
  wait: { box: 'bg-warn-tint', sign: 'bg-mango text-[#1e1916]', Icon: Clock },
  bad: { box: 'bg-bad-tint', sign: 'bg-bad text-bad-ink', Icon: X },
  quiet: { box: 'bg-tint', sign: 'bg-edge text-card', Icon: RotateCcw },
}

/** Shows the state of an order, its meaning and the next step. Screen readers announce a change of the state. */
export function OrderStateBanner({ order, fetchedAt }: { order: Order; fetchedAt: number }) {
  const { tone, title, text } = getOrderTexts(order)
  const { box, sign, Icon } = TONE_STYLES[tone]
  return (
    <div aria-live="polite" className={cx('grid gap-4 px-5 py-6 sm:px-8 sm:py-7', box)}>
      <div className="flex items-start gap-4">
        <span className={cx('grid size-11 shrink-0 place-items-center rounded-full', sign)}>
          <Icon aria-hidden size={22} strokeWidth={2.6} />
        </span>
        <div className="min-w-0 pt-1">
          <h1 className="text-[clamp(1.45rem,2.6vw,1.9rem)] leading-[1.1]">{title}</h1>
          <p className="mt-2 max-w-[34em]">{text}</p>
          {order.accessClosing && (
            <p className="mt-2 font-semibold [overflow-wrap:anywhere]">
              {order.accessClosing.by === 'scanner'
                ? m.file_refused_malware({ signature: order.accessClosing.reason })
                : m.order_access_reason({ reason: order.accessClosing.reason })}
            </p>
          )}
          <PaymentDeadline order={order} fetchedAt={fetchedAt} />
        </div>
      </div>
      <OrderNextStep order={order} className="justify-self-start max-sm:w-full sm:ml-15" />
    </div>
  )
}
