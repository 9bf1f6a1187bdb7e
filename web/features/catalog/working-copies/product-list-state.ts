/** The history state of the product list. */
export interface ProductListState {
  /** The id of the product that was just published, which the list then offers to share. */
  publishedId?: number | undefined
}
