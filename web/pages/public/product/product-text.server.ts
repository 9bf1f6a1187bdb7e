import type { ProductDetail } from '#contract/catalog/products.ts'
import { renderMarkdown, renderParagraphs } from '#web/shared/formatted-text/render-markdown.ts'

/**
 * Renders what the seller wrote about a product as HTML: the description, and the formatted text below it. Only the server
 * does, so that visitors load no renderer.
 */
export const renderProductText = ({
  description,
  about,
}: Pick<ProductDetail, 'description' | 'about'>): string =>
  renderParagraphs(splitParagraphs(description)) + renderMarkdown(about)

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
