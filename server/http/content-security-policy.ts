import type { Config } from '#server/config.ts'

/**
 * Builds the content security policy of a page. Scripts are allowed if they are files of this origin or have a listed
 * nonce or hash. reCAPTCHA, the chat's frame and the analytics host are allowed if they are configured. The policy is
 * the same on every page, because a browser keeps the policy of the first page during navigation without reloads.
 * Source: reCAPTCHA's guide, content security policy.
 */
export function buildContentSecurityPolicy({
  scripts,
  config: { captcha, chat, analytics, imagesOrigin },
}: {
  /** The allowed inline scripts of the page: a nonce, or hashes of the scripts. */
  scripts: readonly string[]
  config: Pick<Config, 'captcha' | 'chat' | 'analytics' | 'imagesOrigin'>
}): string {
  const [script, connects, frames] = captcha.recaptcha
    ? [
        ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
        ['https://www.google.com/recaptcha/'],
        ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      ]
    : ['', [], []]
  const connect = ["'self'", ...connects, ...(analytics ? [analytics.host] : [])].join(' ')
  const frame = [...frames, ...(chat ? [chat.origin] : [])].join(' ') || "'none'"
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts.map(source => `'${source}'`)].join(' ')}${script}`,
    "style-src 'self'",
    `img-src ${["'self'", ...(imagesOrigin ? [imagesOrigin] : []), 'data:', 'blob:'].join(' ')}`,
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self'",
    `frame-src ${frame}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
