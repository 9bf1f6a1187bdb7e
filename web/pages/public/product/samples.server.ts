import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import type { Locale } from '#web/i18n/locale.ts'
import { escapeHtml } from '#web/shared/render-markdown.ts'

type ListedFile = ProductDetail['fileList'][number]

/** The number of samples that are shown at first. */
const SHOWN = 5

/**
 * Renders the samples of a product's files as HTML: a link to each PDF file and a player for each MP3 file. Only the
 * server does, so that visitors load no script for them. Returns an empty text if there are none.
 */
export function renderSamples(files: ProductDetail['fileList'], locale: Locale): string {
  const items = files.flatMap(file => renderSample(file, locale) ?? [])
  if (items.length === 0) return ''
  // A single sample more takes no more room than the line that would show it.
  const shown = items.length === SHOWN + 1 ? items.length : SHOWN
  const rest = items.slice(shown)
  const more = m.product_files_rest({ count: rest.length }, { locale })
  return [
    `<h3>${m.product_samples_title({}, { locale })}</h3>\n`,
    `<ul class="samples">${items.slice(0, shown).join('')}</ul>\n`,
    ...(rest.length > 0
      ? [`<details><summary>${more}</summary><ul class="samples">${rest.join('')}</ul></details>\n`]
      : []),
  ].join('')
}

function renderSample({ name, type, sample }: ListedFile, locale: Locale): string | undefined {
  if (!sample) return undefined
  const { url, length: count } = sample
  const text = escapeHtml(name)
  if (type !== 'MP3') {
    const label = m.product_sample_pages({ count }, { locale })
    return `<li><span>${text}</span><a href="${url}" target="_blank" rel="nofollow">${label}<span class="sr-only">: ${text}</span></a></li>`
  }
  const label = escapeHtml(m.product_sample_audio({ count, name }, { locale }))
  const hint = m.files_sample_seconds({ count }, { locale })
  return `<li><span>${text}</span><span class="text-small text-soft">${hint}</span><audio controls preload="none" src="${url}" aria-label="${label}"></audio></li>`
}
