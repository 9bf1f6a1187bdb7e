import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import {
  ANSWER_DAYS,
  type OrderWithdrawal,
  getOrderWithdrawal,
  withdrawFromOrder,
} from '#contract/withdrawals.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { formatLastDay } from './format-last-day.ts'
import { getWithdrawalStateText } from './withdrawal-state-text.ts'

/** The id of the section, which the link in the email of a request opens. */
const SECTION_ID = 'withdrawal'
/** The time between two reads of an order whose refund is under way. */
const POLL_MS = 3000

type Option = NonNullable<OrderWithdrawal['option']>

/** What is said before a withdrawal, with the formatted amount, and the label of the button. */
const OFFERS: Record<Option | 'part', { text: (amount: string) => string; confirm: () => string }> =
  {
    refund: {
      text: amount => m.withdrawal_order_refund({ amount }),
      confirm: m.withdrawal_order_confirm,
    },
    part: {
      text: amount => m.withdrawal_order_refund_part({ amount }),
      confirm: m.withdrawal_order_confirm,
    },
    cancel: { text: () => m.withdrawal_order_cancel(), confirm: m.withdrawal_order_confirm_cancel },
    answer: {
      text: amount => m.withdrawal_order_answer({ amount, days: ANSWER_DAYS }),
      confirm: m.withdrawal_order_confirm_answer,
    },
  }

/** Lets the buyer withdraw from an order, or shows how the withdrawal stands. */
export default function OrderWithdrawalSection({
  token,
  order,
  onWithdrawn,
}: {
  token: string
  order: Order
  onWithdrawn: () => void
}) {
  const [found, setFound] = useState<OrderWithdrawal>()
  useEffect(() => {
    const controller = new AbortController()
    void callEndpoint(getOrderWithdrawal, { params: { token }, signal: controller.signal }).then(
      result => result.ok && setFound(result.body),
    )
    return () => controller.abort()
  }, [token])

  const state = found?.withdrawal?.state
  const isMoving = state === 'refunding' || state === 'canceling'
  useEffect(() => {
    if (!isMoving) return
    // The order page does not poll a paid order by itself. Its new state renders this section anew.
    const timer = setInterval(onWithdrawn, POLL_MS)
    return () => clearInterval(timer)
  }, [isMoving, onWithdrawn])

  if (!found) return null
  // While the downloads are closed, a buyer who has withdrawn before can withdraw again.
  if (found.withdrawal && found.option === null)
    return (
      <section
        id={SECTION_ID}
        aria-label={m.withdrawal_title()}
        className="border-t border-line py-4"
      >
        <Banner tone="info" live title={m.withdrawal_code_line({ code: found.withdrawal.code })}>
          {getWithdrawalStateText(found.withdrawal, found.timeZone)}
        </Banner>
      </section>
    )
  if (found.option === null && found.credited.length === 0) return null
  return (
    <WithdrawalOffer
      found={found}
      order={order}
      withdraw={async () => {
        const result = await callEndpoint(withdrawFromOrder, { params: { token } })
        if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
        setFound(result.body)
        onWithdrawn()
      }}
    />
  )
}

function WithdrawalOffer({
  found: { option, items, isPart, credited, amountMinor, endsAt, timeZone },
  order,
  withdraw,
}: {
  found: OrderWithdrawal
  order: Order
  withdraw: () => Promise<void>
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isPending, setPending] = useState(false)
  const offer = option && OFFERS[option === 'refund' && isPart ? 'part' : option]
  // The link in the email leads here, but the section did not exist when the browser looked for it.
  useEffect(() => {
    if (location.hash !== `#${SECTION_ID}` || !details.current) return
    details.current.open = true
    details.current.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <details
      ref={details}
      id={SECTION_ID}
      open={order.accessClosing !== null}
      className="border-t border-line py-1 text-small text-soft"
    >
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-ink underline underline-offset-3">
        {m.withdrawal_order_ask()}
      </summary>
      <div className="grid justify-items-start gap-3 pb-4">
        {offer && <p>{offer.text(formatMinorUnits(amountMinor, order.currency))}</p>}
        {offer && isPart && credited.length === 0 && <p>{m.withdrawal_order_rest()}</p>}
        {credited.map(item => (
          <p key={item.name}>{m.withdrawal_order_credited(item)}</p>
        ))}
        {order.accessClosing && <p>{m.withdrawal_order_closed()}</p>}
        {endsAt !== null &&
          (isPart || items.some(item => item.endsAt !== endsAt) ? (
            <ul className="list-disc pl-5">
              {items.map(item => (
                <li key={item.id}>
                  {item.endsAt === null
                    ? item.name
                    : m.withdrawal_order_until_item({
                        name: item.name,
                        day: formatLastDay(item.endsAt, timeZone),
                      })}
                </li>
              ))}
            </ul>
          ) : (
            <p>{m.withdrawal_order_until({ day: formatLastDay(endsAt, timeZone) })}</p>
          ))}
        {offer && (
          <Button
            pending={isPending}
            onClick={() => {
              setPending(true)
              void withdraw().finally(() => setPending(false))
            }}
          >
            {offer.confirm()}
          </Button>
        )}
      </div>
    </details>
  )
}
