import type { Config } from '#server/config.ts'

/** The players of the videos that a product page can show. */
const VIDEO_PLAYERS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/**
 * Builds the content security policy of a page. Scripts are allowed if they are files of this origin or have a listed
 * nonce or hash. reCAPTCHA, the chat's frame and the analytics host are allowed if they are configured. The policy is
 * the same on every page, because a browser keeps the policy of the first page during navigation without reloads. Only
 * the page of a product with a video also allows its players; a visitor who came there without a reload gets one before
 * the player opens. Source: reCAPTCHA's guide, content security policy.
 */
export function buildContentSecurityPolicy({
  scripts,
  hasVideo,
  config: { captcha, chat, analytics, imagesOrigin },
}: {
  /** The allowed inline scripts of the page: a nonce, or hashes of the scripts. */
  scripts: readonly string[]
  /** Whether the page shows the video of a product. */
  hasVideo: boolean
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
  const players = hasVideo ? VIDEO_PLAYERS : []
  const frame = [...frames, ...(chat ? [chat.origin] : []), ...players].join(' ') || "'none'"
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
