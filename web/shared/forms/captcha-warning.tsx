import * as m from '#messages'
import { canSolveCaptcha, useRecaptchaSiteKey } from '#web/api/captcha.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { useHydrated } from '../use-hydrated.ts'

/** Warns before a form is filled in that this browser cannot solve our captcha. */
export function CaptchaWarning() {
  const isHydrated = useHydrated()
  const usesRecaptcha = useRecaptchaSiteKey() !== undefined
  if (!isHydrated || usesRecaptcha || canSolveCaptcha()) return null
  return <Banner tone="warn">{m.captcha_impossible()}</Banner>
}
