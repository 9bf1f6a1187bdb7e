import type { Product } from '#contract/catalog/products.ts'
import type { Database } from '#server/db/client.ts'

/** The dependencies for reading products, assembled in `server/app.ts`. */
export interface CatalogDeps {
  db: Database
  currency: Product['currency']
}
