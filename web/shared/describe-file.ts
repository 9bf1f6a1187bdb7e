import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'

/** Describes a version of a file in short: `PDF · 4,7 MB · 12 páginas`. */
export function describeFile({
  type,
  sizeBytes,
  pages,
}: {
  /** The file extension in capitals. */
  type: string
  sizeBytes: number
  pages: number | null
}): string {
  return [type, formatBytes(sizeBytes), pages !== null && m.product_pages({ count: pages })]
    .filter(Boolean)
    .join(' · ')
}
