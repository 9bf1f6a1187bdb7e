import type { ApiCaller } from '#contract/core/endpoint.ts'
import { listProductReviews } from '#contract/product-reviews/reviews.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import { listRelatedProducts } from '#contract/storefront/search.ts'
import type { SellerLinks } from '#web/shared/contact/social-links.tsx'
import type { Seller } from './seller-card.tsx'

/** The number of products in each of the two rows below the product. */
const ROW_LENGTH = 4

/**
 * Loads what the page of a product shows around it: the seller and the seller's links, other products of the seller,
 * related products and reviews. What cannot be loaded is left out.
 */
export async function loadSurroundings(call: ApiCaller, product: ProductDetail) {
  const [seller, related, reviews] = await Promise.all([
    call(getPublicProfile, { params: { username: product.username } }),
    call(listRelatedProducts, { params: { id: product.id } }),
    product.rating
      ? call(listProductReviews, { params: { id: product.id }, query: {} })
      : undefined,
  ])
  const others = rowOf(seller.ok ? seller.body.products : [], [product])
  return {
    links: seller.ok ? pickLinks(seller.body) : null,
    seller: seller.ok ? pickSeller(seller.body) : null,
    others,
    reviews: reviews?.ok ? reviews.body : null,
    related: rowOf(related.ok ? related.body.products : [], others),
  }
}

const pickLinks = ({
  webpage,
  contactEmail,
  whatsapp,
  instagram,
  tiktok,
  youtube,
  twitter,
  facebook,
  linkedIn,
}: SellerLinks): SellerLinks => ({
  webpage,
  contactEmail,
  whatsapp,
  instagram,
  tiktok,
  youtube,
  twitter,
  facebook,
  linkedIn,
})

const pickSeller = ({
  username,
  displayName,
  bio,
  profilePictureUrl,
  memberSince,
  salesCount,
}: Seller): Seller => ({ username, displayName, bio, profilePictureUrl, memberSince, salesCount })

/**
 * Returns the first products that the page does not show already. The descriptions are shortened, because a card shows
 * only two lines.
 */
export function rowOf(products: PublicProduct[], shownProducts: PublicProduct[]): PublicProduct[] {
  return products
    .filter(({ id }) => shownProducts.every(other => other.id !== id))
    .slice(0, ROW_LENGTH)
    .map(product => ({ ...product, description: product.description.slice(0, 160) }))
}
