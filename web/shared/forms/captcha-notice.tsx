import * as m from '#messages'
import { captchaPossible, useRecaptchaSiteKey } from '#web/api/captcha.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { useHydrated } from '../use-hydrated.ts'

/** Warns before a form is filled in that this browser cannot solve our captcha. */
export function CaptchaNotice() {
  const alive = useHydrated()
  const googles = useRecaptchaSiteKey() !== undefined
  if (!alive || googles || captchaPossible()) return null
  return <Banner tone="warn">{m.captcha_impossible()}</Banner>
}
