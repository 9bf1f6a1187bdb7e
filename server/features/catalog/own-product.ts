/** A product by its id, and the seller who has to own it, as endpoints about own products hand them over. */
export interface OwnProductId {
  sellerId: number
  id: number
}
