import * as z from 'zod/mini'
import { machineText } from '../core/fields.ts'

/** The most touches that a browser remembers and sends. */
export const TOUCHES_MAX = 5
/** The number of days after which a browser forgets a touch. */
export const TOUCH_DAYS = 7
/** The maximum lengths of the texts of a touch. The browser cuts what is longer. */
export const TOUCH_LENGTHS = { path: 200, parameter: 100, referrer: 253 } as const

const parameter = z.optional(machineText(TOUCH_LENGTHS.parameter))

/**
 * How a visitor came to the site: the page that the visitor landed on, the parameters of its address that name a
 * source, and the host of the page with the link. Nothing in it names the visitor.
 */
export const Touch = z.object({
  /** The path of the landing page, without its query. */
  path: machineText(TOUCH_LENGTHS.path),
  /** `utm_source`, `utm_medium` and `utm_campaign`. */
  source: parameter,
  medium: parameter,
  campaign: parameter,
  /** The parameter of our own links for a channel, a buy button or a QR code. */
  via: parameter,
  referrer: z.optional(machineText(TOUCH_LENGTHS.referrer)),
})
export type Touch = z.infer<typeof Touch>

/** The touches of the last `TOUCH_DAYS` days, the newest first. */
export const Touches = z.array(Touch).check(z.maxLength(TOUCHES_MAX))

/** The channels for which sellers get links of their own, in the sequence in which they are shown. */
export const CHANNELS = [
  'whatsapp',
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'x',
  'telegram',
  'email',
] as const
export type Channel = (typeof CHANNELS)[number]

/** Returns an address with the parameter that names a channel. */
export function withChannel(url: string, channel: Channel): string {
  return `${url}${url.includes('?') ? '&' : '?'}via=${channel}`
}
