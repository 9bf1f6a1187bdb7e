import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import { formatDate, formatPrice } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { ListPrice } from '#web/shared/list-price.tsx'
import { ShareControl } from '#web/shared/share/share-control.tsx'

/**
 * Says when the files of a product were updated last, and names those that are sold without a scan, since they are too
 * large for it. Below are the ways to share the page and, above the price, what comes after an offer.
 * @param origin the installation's origin, without a trailing slash
 */
export function HeadingNotes({
  product: { id, slug, name, fileList, filesUpdatedAt, offer, currency },
  origin,
  isPreview,
}: {
  product: Pick<
    ProductDetail,
    'id' | 'slug' | 'name' | 'fileList' | 'filesUpdatedAt' | 'offer' | 'currency'
  >
  origin: string
  /** Whether the product is a preview, which has no address to share. */
  isPreview: boolean
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
      {!isPreview && (
        <ShareControl
          url={`${origin}${paths.product({ id, slug })}`}
          text={name}
          fileName={`qr-${id}`}
        />
      )}
      {offer && <OfferNote offer={offer} currency={currency} />}
    </>
  )
}

/**
 * Says until when an offer lasts and what the product costs then, and shows the price before it, if that may be shown.
 */
function OfferNote({
  offer,
  currency,
}: {
  offer: NonNullable<ProductDetail['offer']>
  currency: ProductDetail['currency']
}) {
  const texts = {
    // An offer that ends at midnight lasts until the day before.
    date: formatDate(Date.parse(offer.until) - 1),
    price: formatPrice(offer.listPrice, currency),
  }
  return (
    <p className="figures">
      <ListPrice offer={offer} currency={currency} />{' '}
      <span className="font-semibold">
        {offer.kind === 'launch' ? m.offer_launch_until(texts) : m.offer_until(texts)}
      </span>
    </p>
  )
}
