import type { Config } from '#server/config.ts'

/**
 * What a page may load, and from whom. Scripts are ours by their file, by the page's nonce or by their hash. What the settings
 * chose is let in besides: reCAPTCHA, the chat's frame, the analytics' address. It is the same on every page: who
 * goes from one to the next keeps the first one's policy. Source: reCAPTCHA's guide, content security policy.
 */
export function contentSecurityPolicy({
  scripts,
  config: { captcha, chat, analytics },
}: {
  /** Sources of the inline ones: a nonce, or hashes. */
  scripts: readonly string[]
  config: Pick<Config, 'captcha' | 'chat' | 'analytics'>
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
    "img-src 'self' data: blob:",
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
