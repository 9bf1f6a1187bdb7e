import { cancelSecondFactorReset } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Warns that the operator has requested to remove the second factors, with a button that cancels the request. */
export function ResetBanner({ resetAt }: { resetAt: string }) {
  const [cancel, { isLoading }] = useWrite(cancelSecondFactorReset)
  const keep = async () => {
    const { error } = await cancel({})
    if (error) showFailureToast(m.second_factor_failed_title(), error)
    else showToast('success', m.second_factor_reset_kept())
  }
  return (
    <Banner
      tone="warn"
      title={m.second_factor_reset_banner({ time: formatDateTime(resetAt) })}
      action={
        <Button size="small" pending={isLoading} onClick={() => void keep()}>
          {m.second_factor_reset_keep()}
        </Button>
      }
    >
      {m.second_factor_reset_banner_text()}
    </Banner>
  )
}
