import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'

/** Lets a buyer take a voucher along, by copying its link or by WhatsApp, or pay in another way. */
export function VoucherActions({ order: { detail, number, payment } }: { order: Order }) {
  const voucherUrl = payment?.instructionsUrl
  if (detail !== 'voucher_waiting' || !voucherUrl) return null
  const message = `${m.voucher_whatsapp_text({ number })} ${voucherUrl}`
  return (
    <div className="grid gap-3 border-t border-line py-4">
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          size="small"
          text={voucherUrl}
          label={m.voucher_copy()}
          copiedLabel={m.voucher_copied()}
          onFail={() => showToast('error', m.voucher_copy_failed())}
        />
        <LinkButton
          kind="ghost"
          size="small"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          icon={<MessageCircle aria-hidden size={17} />}
        >
          {m.voucher_whatsapp()}
        </LinkButton>
        {payment.otherWayUrl && (
          <LinkButton kind="ghost" size="small" href={payment.otherWayUrl} rel="nofollow">
            {m.voucher_other_way()}
          </LinkButton>
        )}
      </div>
      {payment.otherWayUrl && <p className="text-small text-soft">{m.voucher_other_way_note()}</p>}
    </div>
  )
}
