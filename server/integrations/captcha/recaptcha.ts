import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { type Captcha, markCaptchaUsed } from './captcha.ts'

const TIMEOUT_MS = 5000
const TOKEN_MAX_LENGTH = 8192
/**
 * The time in milliseconds for which a used token is recorded. It is longer than the two minutes for which Google
 * accepts a token.
 */
const USED_TOKEN_TTL_MS = 10 * 60_000

const Verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
})

export interface RecaptchaSettings {
  siteKey: string
  secret: string
  /** The minimum score of an accepted token. Google's scores range from 0 (surely a script) to 1 (surely a person). */
  minScore: number
  verifyUrl: string
}

/**
 * Creates the captcha by Google reCAPTCHA v3. The browser gets a token for an action, and Google's verifier rates how
 * likely the visitor is a person. The token is rejected if action, score or host name do not match, or if the
 * verifier's answer is late or invalid.
 */
export function createRecaptcha({
  db,
  log,
  hostname,
  siteKey,
  secret,
  minScore,
  verifyUrl,
}: RecaptchaSettings & { db: Db; log: Logger; hostname: string }): Captcha {
  async function fetchVerdict(token: string, ip: string) {
    try {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: ip }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`the verifier answered ${response.status}`)
      return z.parse(Verdict, JSON.parse(text))
    } catch (error) {
      const { name } = error instanceof Error ? error : { name: typeof error }
      log.error({ fault: name }, 'the captcha verifier gave no verdict')
      return undefined
    }
  }

  return {
    challenge: action => Promise.resolve({ siteKey, action }),

    async verify(token, action, ip) {
      if (!token || token.length > TOKEN_MAX_LENGTH) return false
      // The token is recorded before it is verified, so that of several simultaneous requests with a token only one
      // reaches the verifier.
      if (!(await markCaptchaUsed(db, token, new Date(Date.now() + USED_TOKEN_TTL_MS))))
        return false
      const verdict = await fetchVerdict(token, ip)
      return (
        verdict?.success === true &&
        verdict.action === action &&
        verdict.hostname === hostname &&
        (verdict.score ?? 0) >= minScore
      )
    },
  }
}
