import { TOUCH_LENGTHS, type Touch } from '#contract/orders/touches.ts'
import { cleanLine } from '#contract/core/typed-text.ts'

/** Where a visitor came from. Texts that the link does not have are empty. */
export interface Source {
  source: string
  medium: string
  campaign: string
  referrerHost: string
}

/** A visit to a page of the seller without any link that is known. */
const DIRECT = 'direct'
/** A visit that began on a page of the marketplace, or of another seller. */
const MARKETPLACE = 'marketplace'

/** A link that names a campaign and no source, and what is not counted apart. */
export const OTHER = 'other'

/** The names of channels, with their hosts, the packages of their apps on Android, and how links call them. */
const CHANNELS: Readonly<Record<string, RegExp>> = {
  // Webmail is before the search engines whose domains it shares.
  email:
    /^(e-?mail|mail|correo)$|^(mail|webmail|outlook)\.|^com\.google\.android\.gm$|(^|\.)outlook\.com$/,
  instagram: /^(ig|insta|instagram)$|(^|\.)instagram\.com$|^com\.instagram\./,
  facebook: /^(fb|facebook|messenger)$|(^|\.)(facebook|fb|messenger)\.(com|me)$|^com\.facebook\./,
  whatsapp: /^(wa|wsp|wpp|whatsapp)$|(^|\.)whatsapp\.(com|net)$|^wa\.me$|^com\.whatsapp(\.|$)/,
  tiktok: /^(tt|tiktok)$|(^|\.)tiktok\.com$/,
  x: /^(x|twitter)$|(^|\.)(x|twitter)\.com$|^t\.co$|^com\.twitter\./,
  youtube: /^(yt|youtube)$|(^|\.)youtube\.com$|^youtu\.be$|^com\.google\.android\.youtube$/,
  telegram: /^(tg|telegram)$|(^|\.)telegram\.(org|me)$|^t\.me$|^org\.telegram\./,
  linkedin: /^linkedin$|(^|\.)linkedin\.com$|^lnkd\.in$|^com\.linkedin\./,
  pinterest: /^pinterest$|(^|\.)pinterest\.[a-z.]{2,6}$|^pin\.it$/,
  threads: /^threads$|(^|\.)threads\.(net|com)$/,
  google: /^google$|(^|\.)google\.[a-z.]{2,6}$|^com\.google\./,
  bing: /^bing$|(^|\.)bing\.com$/,
  duckduckgo: /^(ddg|duckduckgo)$|(^|\.)duckduckgo\.com$/,
  button: /^button$/,
  qr: /^qr$/,
}

/** The pages of the payment provider, from which buyers come back to the order that they made before. */
const PROVIDER_HOST = /(^|\.)(mercadopago|mercadolibre|mercadolivre)\.[a-z.]{2,6}$/
/** An address in a link would be personal data of whoever got the link. */
const EMAIL_ADDRESS = /\S@\S/

/** Returns whether a source is one of the channels, of which there are few. */
export const isChannel = (source: string): boolean => source in CHANNELS

/** Cleans a text of a link: on one line, in lower case, and without email addresses. */
function cleanParameter(text = ''): string {
  const clean = cleanLine(text.normalize('NFKC').slice(0, TOUCH_LENGTHS.parameter))
    .replace(/\p{Cc}/gu, '')
    .toLowerCase()
    .toWellFormed()
  return EMAIL_ADDRESS.test(clean) ? '' : clean
}

/** Returns the channel of a host or of a name in a link, or the text itself. */
function toChannel(text: string): string {
  const name = text.replace(/^www\./, '')
  return Object.keys(CHANNELS).find(channel => CHANNELS[channel]!.test(name)) ?? name
}

/** Returns the link by which a visitor came from elsewhere; undefined if there is none. */
function readLink({ source, medium, campaign, via, referrer }: Touch): Source | undefined {
  const host = cleanParameter(referrer)
  const referrerHost = /^[a-z\d.-]+$/.test(host) && !PROVIDER_HOST.test(host) ? host : ''
  const viaName = toChannel(cleanParameter(via))
  // A buy button and a QR code say how the link was shown; where it was is the host of the page, if that is known.
  const place = viaName === 'button' && referrerHost ? toChannel(referrerHost) : viaName
  const name = toChannel(cleanParameter(source)) || place || toChannel(referrerHost)
  const link = {
    medium: cleanParameter(medium) || (viaName === 'button' || viaName === 'qr' ? viaName : ''),
    campaign: cleanParameter(campaign),
    referrerHost,
  }
  if (name) return { source: name, ...link }
  return link.medium || link.campaign ? { source: OTHER, ...link } : undefined
}

const isReturnFromPayment = (touch: Touch) =>
  !readLink(touch) && PROVIDER_HOST.test(touch.referrer ?? '')

/** Whose page a visitor landed on. */
export type LandingOwner = 'seller' | 'other_seller' | 'marketplace'

/**
 * Decides where the visitor of a seller came from: by the last link from elsewhere to a page of the seller or of the
 * marketplace. A link to a page of another seller is that seller's; whoever went on from there came from the
 * marketplace.
 * @param touches the newest first
 * @returns undefined if nothing is known
 */
export function resolveSource(
  touches: readonly Touch[],
  getOwner: (path: string) => LandingOwner,
): Source | undefined {
  const visits = touches.filter(touch => !isReturnFromPayment(touch))
  for (const touch of visits) {
    const link = readLink(touch)
    if (link && getOwner(touch.path) !== 'other_seller') return link
  }
  const [last] = visits
  if (!last) return undefined
  const source = getOwner(last.path) === 'seller' ? DIRECT : MARKETPLACE
  return { source, medium: '', campaign: '', referrerHost: '' }
}
