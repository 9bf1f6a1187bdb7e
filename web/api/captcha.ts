import { useCallback, useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { getCaptchaChallenge } from '#contract/captcha.ts'
import type { CaptchaAction } from '#contract/core/endpoint.ts'
import { call } from './client.ts'

/** Why a captcha cannot be had: no script (http on another address than localhost), or no challenge. */
export class CaptchaUnavailable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CaptchaUnavailable'
  }
}

/** Browsers keep `crypto.subtle` from pages that came over plain http. */
export const captchaPossible = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Solves a captcha for one submit of `action`.
 * @throws CaptchaUnavailable
 */
async function solve(action: CaptchaAction): Promise<string> {
  if (!captchaPossible()) throw new CaptchaUnavailable('no crypto.subtle')
  const answer = await call(getCaptchaChallenge, { query: { action } })
  if (!answer.ok) throw new CaptchaUnavailable(answer.code)
  const worker = new Worker(new URL('captcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ solution: unknown }>) =>
        resolve(data.solution),
      )
      worker.addEventListener('error', () => reject(new CaptchaUnavailable('worker failed')))
      worker.postMessage(answer.body)
    })
    if (!solution) throw new CaptchaUnavailable('not solved')
    return btoa(JSON.stringify({ challenge: answer.body, solution }))
  } finally {
    worker.terminate()
  }
}

/** Tokens live ten minutes; one that was prepared earlier than this is thrown away. */
const FRESH_MS = 8 * 60_000

/** What the root's data say of Google's captcha, where the installation has chosen it. */
interface RootData {
  features: { recaptchaSiteKey?: string }
}

/** The key of Google's captcha; undefined where proofs of work are asked for. */
export function useRecaptchaSiteKey(): string | undefined {
  const root = useRouteLoaderData<RootData>('root')
  return root?.features.recaptchaSiteKey
}

/** Google's captcha for one submit. Its tokens live two minutes, so none is prepared: only its script is. */
async function askGoogle(siteKey: string, action: CaptchaAction): Promise<string> {
  const { recaptchaToken } = await import('./recaptcha.ts')
  return recaptchaToken(siteKey, action).catch((fault: unknown) => {
    throw new CaptchaUnavailable(String(fault))
  })
}

/**
 * A captcha for a form: made ready while the form is filled in, taken on submit. Every submit takes a fresh
 * one.
 * @returns a function whose promise is the token, or rejects with CaptchaUnavailable
 */
export function useCaptcha(action: CaptchaAction): () => Promise<string> {
  const siteKey = useRecaptchaSiteKey()
  const prepared = useRef<{ token: Promise<string>; at: number }>(undefined)

  const prepare = useCallback(() => {
    const token = solve(action)
    // Whoever takes it hears of the failure; until then it is nobody's.
    token.catch(() => undefined)
    prepared.current = { token, at: Date.now() }
    return token
  }, [action])

  useEffect(() => {
    const ready = siteKey
      ? import('./recaptcha.ts').then(({ loadRecaptcha }) => loadRecaptcha(siteKey))
      : prepare()
    void Promise.resolve(ready).catch(() => undefined)
  }, [prepare, siteKey])

  return useCallback(() => {
    if (siteKey) return askGoogle(siteKey, action)
    const ready = prepared.current
    prepared.current = undefined
    const token = ready && Date.now() - ready.at < FRESH_MS ? ready.token.catch(prepare) : prepare()
    return token.finally(() => void prepare().catch(() => undefined))
  }, [prepare, siteKey, action])
}
