import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { escapeHtml, renderMarkdown, renderParagraphs } from '#web/shared/render-markdown.ts'

type ProductTexts = Pick<ProductDetail, 'description' | 'points' | 'about'>

/**
 * Renders what the seller wrote about a product as HTML: the description, what is included, and the formatted text.
 * Only the server does, so that visitors load no script for it.
 */
export const renderProductText = (
  { description, points, about }: ProductTexts,
  locale: Locale,
): string =>
  renderParagraphs(splitParagraphs(description)) +
  renderPoints(points, locale) +
  renderMarkdown(about)

/** Renders the list of what a product includes; an empty text without points. */
function renderPoints(points: readonly string[], locale: Locale): string {
  if (points.length === 0) return ''
  const items = points.map(point => `<li dir="auto">${escapeHtml(point)}</li>`).join('')
  const title = escapeHtml(m.product_points({}, { locale }))
  return `<div class="points"><p id="points">${title}</p><ul role="list" aria-labelledby="points">${items}</ul></div>`
}

/**
 * Splits a description into paragraphs, after each period at the end of a sentence and at blank lines. A period inside
 * a word or number (`v1.2`, `8.900`) does not end a sentence. Source: specification, public product page.
 */
export function splitParagraphs(description: string): string[] {
  return description
    .split(/(?<=\.)\s+|\n{2,}/)
    .map(part => part.trim())
    .filter(part => part !== '')
}
