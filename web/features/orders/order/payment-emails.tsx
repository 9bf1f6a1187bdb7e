import { useState } from 'react'
import { setEmailChoice } from '#contract/order-emails.ts'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'

/** The states of an order that can still be paid. */
const UNPAID_STATES: ReadonlySet<Order['state']> = new Set([
  'created',
  'pending',
  'in_process',
  'rejected',
])

/** Lets a buyer who has a voucher stop the emails about it, and receive them again. */
export function PaymentEmails({
  token,
  order: { state, detail, arePaymentEmailsMuted: isMuted },
  onChange,
}: {
  token: string
  order: Order
  onChange: () => void
}) {
  const [isSending, setIsSending] = useState(false)
  if (!(detail === 'voucher_waiting' || (isMuted && UNPAID_STATES.has(state)))) return null
  const toggle = async () => {
    setIsSending(true)
    const reply = await callEndpoint(setEmailChoice, {
      params: { token, topic: 'payment' },
      query: { muted: isMuted ? '0' : '1' },
    })
    setIsSending(false)
    if (reply.ok) onChange()
    else showFailureToast(m.mute_failed(), reply)
  }
  return (
    <p className="border-t border-line py-1 text-small text-soft">
      <output>{isMuted ? m.mute_is_on() : m.mute_is_off()}</output>{' '}
      <button
        type="button"
        disabled={isSending}
        onClick={() => void toggle()}
        className="link min-h-11 cursor-pointer"
      >
        {isMuted ? m.mute_end() : m.mute_start()}
      </button>
    </p>
  )
}
