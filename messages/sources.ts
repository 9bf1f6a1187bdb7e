import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options?: { locale: Locale }) => string

/** The names of the sources that have one; others are shown as they are. */
const TEXTS: Readonly<Record<string, Text>> = {
  direct: m.source_direct,
  marketplace: m.source_marketplace,
  other: m.source_other,
  email: m.source_email,
  qr: m.source_qr,
  button: m.source_button,
}
const BRANDS: Readonly<Record<string, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  threads: 'Threads',
  google: 'Google',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
}

/**
 * Returns the name of a source of visits and sales; null is one that is not known.
 * @param locale the language, by default that of the page
 */
export function sourceText(source: string | null, locale?: Locale): string {
  const text = source === null ? m.source_unknown : TEXTS[source]
  return text ? text({}, locale && { locale }) : (BRANDS[source!] ?? source!)
}
