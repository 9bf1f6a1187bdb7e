import type { ProductDetail } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { formatDate } from '#web/i18n/format.ts'

/**
 * Says when the files of a product were updated last, and names those that are sold without a scan, since they are too
 * large for it.
 */
export function HeadingNotes({
  product: { fileList, filesUpdatedAt },
}: {
  product: Pick<ProductDetail, 'fileList' | 'filesUpdatedAt'>
}) {
  const unscanned = fileList.filter(({ isUnscanned }) => isUnscanned).map(({ name }) => name)
  return (
    <>
      {filesUpdatedAt && (
        <p className="text-small text-soft">
          {m.product_updated()} <time dateTime={filesUpdatedAt}>{formatDate(filesUpdatedAt)}</time>
        </p>
      )}
      {unscanned.length > 0 && (
        <p className="text-small break-words text-soft">
          {m.product_unscanned({ files: unscanned.join(', ') })}
        </p>
      )}
    </>
  )
}
