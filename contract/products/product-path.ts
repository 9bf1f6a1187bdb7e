/** What the address of a product's page is made of. The id decides; the slug is for people and search engines. */
export interface ProductAddress {
  id: number
  /** `toProductSlug` of the current name, which can be empty; the server redirects from any other one. */
  slug: string
}

/** Returns the path of a product's page: `/product/7/pan-casero`, and `/product/7` without a slug. */
export const buildProductPath = ({ id, slug }: ProductAddress): string =>
  `/product/${id}${slug && `/${slug}`}`
