import type { Product } from '#contract/catalog/products.ts'
import type { Database } from '#server/db/client.ts'
import type { ImageAddress } from './image-urls.ts'

/** The dependencies for reading products, assembled in `server/app.ts`. */
export interface CatalogDeps extends ImageAddress {
  db: Database
  currency: Product['currency']
}
