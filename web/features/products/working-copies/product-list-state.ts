/** The history state of the product list. */
export interface ProductListState {
  /** The id of the product that was just published, which the list then offers to share. */
  publishedId?: number | undefined
  /** The id of the product whose files were just changed, of which the list then offers to tell its buyers. */
  changedFilesId?: number | undefined
}
