import type { SellerUsername } from '../users.ts'
import { craftProducts } from './craft-products.ts'
import { designProducts } from './design-products.ts'
import { cookingProducts } from './cooking-products.ts'
import { musicProducts } from './music-products.ts'
import { spreadsheetProducts } from './spreadsheet-products.ts'
import type { DemoProduct } from './product.ts'
import { schoolProducts } from './school-products.ts'

const PRODUCTS_BY_SELLER: [SellerUsername, DemoProduct[]][] = [
  ['cocinasur', cookingProducts],
  ['loopsandinos', musicProducts],
  ['papelytinta', designProducts],
  ['numerosclaros', spreadsheetProducts],
  ['ovillo', craftProducts],
  ['aulaabierta', schoolProducts],
]

/** A demo product with its seller. */
export type CatalogProduct = DemoProduct & { seller: SellerUsername }

/** The products of the demo, newest first. Consecutive products belong to different sellers. */
export const DEMO_CATALOG: CatalogProduct[] = interleave(PRODUCTS_BY_SELLER)

function interleave(sellers: [SellerUsername, DemoProduct[]][]): CatalogProduct[] {
  const longest = Math.max(...sellers.map(([, products]) => products.length))
  return Array.from({ length: longest }, (_, round) =>
    sellers.flatMap(([seller, products]) =>
      products.slice(round, round + 1).map(product => ({ ...product, seller })),
    ),
  ).flat()
}
