import type { ProductDetail } from '#contract/catalog/products.ts'
import * as m from '#messages'

/** Names the files of a product that are sold without a scan, since they are too large for it. */
export function UnscannedFiles({ fileList }: Pick<ProductDetail, 'fileList'>) {
  const names = fileList.filter(({ isUnscanned }) => isUnscanned).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className="text-small break-words text-soft">
      {m.product_unscanned({ files: names.join(', ') })}
    </p>
  )
}
