import type { ProductPreview } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { escapeHtml } from '#web/shared/render-markdown.ts'
import { renderPack } from './pack.server.ts'
import { renderProductText } from './product-text.server.ts'
import { renderSamples } from './samples.server.ts'

/** Renders the texts of a product that may be incomplete as HTML, and says in their place which are missing. */
export function renderPreviewText(product: ProductPreview, locale: Locale): string {
  const { problems, pack, description, fileList } = product
  const note = (text: string) => `<p class="text-soft">${escapeHtml(text)}</p>\n`
  const lacksParts = pack !== null && problems.includes('parts')
  return (
    (lacksParts ? note(m.page_preview_no_parts({}, { locale })) : '') +
    (pack?.parts.length === 0 ? '' : renderPack(product, locale, { isPreview: true })) +
    (description === '' ? note(m.page_preview_no_description({}, { locale })) : '') +
    renderProductText(product, locale) +
    renderSamples(fileList, locale)
  )
}
