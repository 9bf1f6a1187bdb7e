import type { CaptchaAction } from '#contract/endpoint.ts'

/** Tells people from scripts. Fails closed: whatever goes wrong, the answer is no. */
export interface Captcha {
  /** What a browser needs to solve a captcha for `action`. */
  challenge(action: string): Promise<Record<string, unknown>>
  /** Whether `token` is a fresh answer for `action`; a token is good once. */
  verify(token: string | undefined, action: CaptchaAction, ip: string): Promise<boolean>
}
