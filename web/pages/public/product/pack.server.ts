import type { ProductDetail } from '#contract/storefront/product-page.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { formatPrice } from '#web/i18n/format.ts'
import { buildCompletePackPath } from '#web/features/orders/checkout/complete-pack-path.ts'
import { paths } from '#web/paths.ts'
import { escapeHtml } from '#web/shared/render-markdown.ts'

type PackProduct = Pick<ProductDetail, 'id' | 'pack' | 'price' | 'isPriceDynamic' | 'currency'>

/**
 * Renders what a pack sells together as HTML, with what people save. Only the server does, so that visitors load no
 * script for it. Returns an empty text if the product is no pack. A preview leads to no purchase.
 */
export function renderPack(
  product: PackProduct,
  locale: Locale,
  { isPreview = false } = {},
): string {
  if (!product.pack) return ''
  const { parts } = product.pack
  const isWhole = parts.every(({ isForSale }) => isForSale)
  const items = parts.map(part => {
    const { name, price, imageFile, isForSale } = part
    const text = escapeHtml(name)
    const cover = `<img src="${escapeHtml(imageFile)}" alt="" loading="lazy" width="64" height="80">`
    return isForSale
      ? `<li><a href="${paths.product(part)}">${cover}<span dir="auto">${text}</span></a><span class="figures">${formatPrice(price, product.currency)}</span></li>`
      : `<li><span>${cover}<span dir="auto">${text}</span></span><span>${m.pack_missing({}, { locale })}</span></li>`
  })
  return [
    `<div class="pack"><ul role="list" aria-label="${m.pack_includes({}, { locale })}">${items.join('')}</ul>`,
    isWhole
      ? describeSaving(product, parts, locale)
      : `<p>${m.pack_incomplete({}, { locale })}</p>`,
    isWhole && !isPreview
      ? `<p><a class="link" href="${buildCompletePackPath(product.id)}">${escapeHtml(m.pack_complete_link({}, { locale }))}</a></p>`
      : '',
    '</div>',
  ].join('')
}

function describeSaving(
  { price, isPriceDynamic, currency }: PackProduct,
  parts: NonNullable<ProductDetail['pack']>['parts'],
  locale: Locale,
): string {
  const separately = sum(parts.map(part => part.price))
  const saving = separately - price
  // Who chooses the price decides what is saved.
  if (saving <= 0 || isPriceDynamic) return ''
  const amounts = {
    amount: formatPrice(separately, currency),
    saving: formatPrice(saving, currency),
  }
  return `<p class="figures">${escapeHtml(m.pack_separately(amounts, { locale }))}</p>`
}
