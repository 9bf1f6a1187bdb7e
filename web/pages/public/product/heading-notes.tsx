import type { ProductDetail } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { formatDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { ShareControl } from '#web/shared/share/share-control.tsx'

/**
 * Says when the files of a product were updated last, and names those that are sold without a scan, since they are too
 * large for it. Below are the ways to share the page.
 * @param origin the installation's origin, without a trailing slash
 */
export function HeadingNotes({
  product: { id, slug, name, fileList, filesUpdatedAt },
  origin,
}: {
  product: Pick<ProductDetail, 'id' | 'slug' | 'name' | 'fileList' | 'filesUpdatedAt'>
  origin: string
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
      <ShareControl
        url={`${origin}${paths.product({ id, slug })}`}
        text={name}
        fileName={`qr-${id}`}
      />
    </>
  )
}
