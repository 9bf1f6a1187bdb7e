import * as m from '#messages'
import { canSolveCaptcha } from '#web/api/captcha.ts'
import { useRecaptchaSiteKey } from '#web/api/recaptcha-site-key.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { useHydrated } from '../use-hydrated.ts'

/** Warns before the user fills in a form if this browser cannot solve the captcha. */
export function CaptchaWarning() {
  const isHydrated = useHydrated()
  const usesRecaptcha = useRecaptchaSiteKey() !== undefined
  if (!isHydrated || usesRecaptcha || canSolveCaptcha()) return null
  return <Banner tone="warn">{m.captcha_impossible()}</Banner>
}
