import {
  type PaymentAccount,
  cancelPaymentAccountReplacement,
  confirmPaymentAccount,
} from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { refreshSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Tells which account replaces the current one and when, with a button that undoes it.
 * @param isSelling whether the current account is still paid until then
 */
export function Replacement({
  collectorId,
  activatesAt,
  isSelling,
}: NonNullable<PaymentAccount['replacement']> & { isSelling: boolean }) {
  const [cancelReplacement, { isLoading }] = useWrite(cancelPaymentAccountReplacement)

  const texts = { id: collectorId, time: formatDateTime(activatesAt) }
  const cancel = async () => {
    const { error } = await cancelReplacement({})
    if (error) showFailureToast(m.payment_replacement_cancel_failed(), error)
    else showToast('success', m.payment_replacement_cancelled())
  }

  return (
    <Banner tone="warn">
      <p>{(isSelling ? m.payment_replacement : m.payment_replacement_paused)(texts)}</p>
      <Button kind="ghost" className="mt-3" pending={isLoading} onClick={() => void cancel()}>
        {m.payment_replacement_cancel()}
      </Button>
    </Banner>
  )
}

/** A button with which the seller confirms, after a recovery by email, that the linked account is theirs. */
export function ConfirmAccountButton() {
  const [confirmAccount, { isLoading }] = useWrite(confirmPaymentAccount)

  const confirm = async () => {
    const { error } = await confirmAccount({})
    // The header and the checklist show whether the seller can sell.
    void refreshSession()
    if (error) showFailureToast(m.payment_confirm_failed(), error)
    else showToast('success', m.payment_confirmed())
  }

  return (
    <Button pending={isLoading} onClick={() => void confirm()}>
      {m.payment_confirm()}
    </Button>
  )
}
