import type { Product } from '#contract/products/products.ts'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'

/** Describes the files of a product in short: `PDF, 4,7 MB` or `3 archivos (PDF, XLSX), 12 MB`. */
export function describeFiles({ count, types, sizeBytes }: Product['files']): string {
  const size = formatBytes(sizeBytes)
  return count === 1
    ? m.product_file({ type: types.join(), size })
    : m.product_files({ count, types: types.join(', '), size })
}
