import type { Config } from '#server/config.ts'

/** Pages with a form that asks for a captcha. */
const FORM_ROUTES = /^\/(login|register|recover|notverified|order|dashboard|reset|set)(\/|\?|$)/

/**
 * What a page may load, and from whom. Scripts are ours by their file or by the page's nonce; reCAPTCHA, where
 * the settings chose it, is let in on pages with forms only. Source: its guide, content security policy.
 */
export function contentSecurityPolicy({
  nonce,
  url,
  config: { captcha },
}: {
  nonce: string
  url: string
  config: Pick<Config, 'captcha'>
}): string {
  const withRecaptcha = captcha.recaptcha !== undefined && FORM_ROUTES.test(url)
  const [script, connect, frame] = withRecaptcha
    ? [
        ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
        ' https://www.google.com/recaptcha/',
        'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
      ]
    : ['', '', "'none'"]
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${script}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "worker-src 'self'",
    `frame-src ${frame}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
