import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { type Captcha, markCaptchaUsed } from './captcha.ts'

const TIMEOUT_MS = 5000
const TOKEN_MAX_LENGTH = 8192
/** The verifier's own tokens live two minutes; ours remember a used one for longer than that. */
const REMEMBER_MS = 10 * 60_000

const Verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
})

export interface RecaptchaSettings {
  siteKey: string
  secret: string
  /** 0 a script, 1 a person. */
  minScore: number
  verifyUrl: string
}

/**
 * Google reCAPTCHA v3: the browser fetches a token for an action, the verifier says how likely it is a person.
 * Action, score and the page's host must be right; no answer in time, or one that does not read, is a no.
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
  async function ask(token: string, ip: string) {
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
      // Used up before it is judged: of ten at the same moment one is asked about.
      if (!(await markCaptchaUsed(db, token, new Date(Date.now() + REMEMBER_MS)))) return false
      const verdict = await ask(token, ip)
      return (
        verdict?.success === true &&
        verdict.action === action &&
        verdict.hostname === hostname &&
        (verdict.score ?? 0) >= minScore
      )
    },
  }
}
