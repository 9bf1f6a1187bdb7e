import * as m from '#messages'
import type { Locale } from '#messages/runtime'

/** The width of the picture in pixels, for the width of its word. */
const WIDTHS: Record<Locale, number> = { es: 156, en: 118 }

/**
 * Draws the picture of the buy button that sellers put on other sites, as an SVG file of less than 1 KB. It needs no
 * font, no style and no script of its own, so it looks the same under any policy that lets the picture load.
 */
export function drawBuyButton(locale: Locale): string {
  const width = WIDTHS[locale]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="48" viewBox="0 0 ${width} 48">`,
    `<rect width="${width}" height="48" rx="24" fill="#d5381f"/>`,
    '<g fill="#fff"><path d="M24 13h22l3 9a4.4 4.4 0 0 1-9 0 4.4 4.4 0 0 1-9 0 4.4 4.4 0 0 1-9 0z"/>',
    '<path d="M25 29h3v4h14v-4h3v7H25z"/>',
    `<text x="${(width + 40) / 2}" y="30" text-anchor="middle" font-family="system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif" font-size="18" font-weight="700">`,
    m.buy_now({}, { locale }),
    '</text></g></svg>',
  ].join('')
}
