import type { CaptchaAction } from '#contract/core/endpoint.ts'

/** The global object that Google's reCAPTCHA script defines. Source: Google's guide for reCAPTCHA v3. */
interface Grecaptcha {
  ready(then: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
/** The time in milliseconds after which a script that has not loaded counts as failed. */
const LOAD_TIMEOUT_MS = 10_000

let loading: Promise<Grecaptcha> | undefined

/**
 * Loads Google's reCAPTCHA script once. After a failure the next call tries again.
 * @throws Error if the script does not load
 */
export function loadRecaptcha(siteKey: string): Promise<Grecaptcha> {
  loading ??= fetchScript(siteKey).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchScript(siteKey: string): Promise<Grecaptcha> {
  const script = document.createElement('script')
  script.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`
  script.async = true
  const { promise: loaded, resolve, reject } = Promise.withResolvers<unknown>()
  script.addEventListener('load', resolve)
  script.addEventListener('error', () => reject(new Error('the script did not load')))
  const timer = setTimeout(() => reject(new Error('the script did not come')), LOAD_TIMEOUT_MS)
  document.head.append(script)
  try {
    await loaded
  } catch (error) {
    script.remove()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const { grecaptcha } = globalThis as unknown as { grecaptcha?: Grecaptcha }
  if (!grecaptcha) throw new Error('the script brought nothing')
  return new Promise(ready => grecaptcha.ready(() => ready(grecaptcha)))
}

/**
 * Returns a reCAPTCHA token for one submit of the form `action`.
 * @throws Error if the script does not load or gives no token
 */
export async function getRecaptchaToken(siteKey: string, action: CaptchaAction): Promise<string> {
  const grecaptcha = await loadRecaptcha(siteKey)
  return grecaptcha.execute(siteKey, { action })
}
