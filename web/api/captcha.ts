import { useCallback, useEffect, useRef } from 'react'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import type { CaptchaAction } from '#contract/core/endpoint.ts'
import { callEndpoint } from './client.ts'
import { useRecaptchaSiteKey } from './recaptcha-site-key.ts'

/**
 * The error if no captcha can be solved: the page was loaded over plain HTTP from another host than localhost and
 * therefore lacks `crypto.subtle`, or no challenge could be fetched.
 */
export class CaptchaUnavailableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CaptchaUnavailable'
  }
}

/** Returns whether the browser provides `crypto.subtle`, which pages served over plain HTTP lack. */
export const canSolveCaptcha = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Fetches a challenge for `action` and solves it.
 * @throws CaptchaUnavailableError if no challenge can be fetched or solved
 */
async function solve(action: CaptchaAction): Promise<string> {
  if (!canSolveCaptcha()) throw new CaptchaUnavailableError('no crypto.subtle')
  const result = await callEndpoint(getCaptchaChallenge, { query: { action } })
  if (!result.ok) throw new CaptchaUnavailableError(result.code)
  const worker = new Worker(new URL('captcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ solution: unknown }>) =>
        resolve(data.solution),
      )
      worker.addEventListener('error', () => reject(new CaptchaUnavailableError('worker failed')))
      worker.postMessage(result.body)
    })
    if (!solution) throw new CaptchaUnavailableError('not solved')
    return btoa(JSON.stringify({ challenge: result.body, solution }))
  } finally {
    worker.terminate()
  }
}

/** The maximum age of a captcha token that was solved in advance. The server accepts a token for ten minutes. */
const TOKEN_MAX_AGE_MS = 8 * 60_000

/**
 * Gets a reCAPTCHA token at the moment of a submit. A token is valid for two minutes only, so none is prepared in
 * advance.
 */
async function executeRecaptcha(siteKey: string, action: CaptchaAction): Promise<string> {
  const { getRecaptchaToken } = await import('./recaptcha.ts')
  return getRecaptchaToken(siteKey, action).catch((error: unknown) => {
    throw new CaptchaUnavailableError(String(error))
  })
}

/**
 * Solves a captcha now, for a form that rarely needs one.
 * @throws CaptchaUnavailableError
 */
export const solveCaptcha = (siteKey: string | undefined, action: CaptchaAction): Promise<string> =>
  siteKey ? executeRecaptcha(siteKey, action) : solve(action)

/**
 * Solves a captcha in advance, while a form is filled in. Every submit needs a new token.
 * @returns a function that resolves to a token, or rejects with CaptchaUnavailableError
 */
export function useCaptcha(action: CaptchaAction): () => Promise<string> {
  const siteKey = useRecaptchaSiteKey()
  const preparedToken = useRef<{ token: Promise<string>; createdAt: number }>(undefined)

  const prepare = useCallback(() => {
    const token = solve(action)
    // The caller that awaits the token handles a failure; this handler only prevents a report of an unhandled rejection
    // before that.
    token.catch(() => undefined)
    preparedToken.current = { token, createdAt: Date.now() }
    return token
  }, [action])

  useEffect(() => {
    const ready = siteKey
      ? import('./recaptcha.ts').then(({ loadRecaptcha }) => loadRecaptcha(siteKey))
      : prepare()
    void Promise.resolve(ready).catch(() => undefined)
  }, [prepare, siteKey])

  return useCallback(() => {
    if (siteKey) return executeRecaptcha(siteKey, action)
    const prepared = preparedToken.current
    preparedToken.current = undefined
    const token =
      prepared && Date.now() - prepared.createdAt < TOKEN_MAX_AGE_MS
        ? prepared.token.catch(prepare)
        : prepare()
    return token.finally(() => void prepare().catch(() => undefined))
  }, [prepare, siteKey, action])
}
