import type { Product } from '#contract/catalog/products.ts'
import type { Database } from '#server/db/client.ts'

/** What reading the catalog depends on; assembled in `server/app.ts`. */
export interface CatalogDeps {
  db: Database
  currency: Product['currency']
}
