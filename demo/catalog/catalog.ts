import type { SellerUsername } from '../users.ts'
import { CRAFT_PRODUCTS } from './craft-products.ts'
import { DESIGN_PRODUCTS } from './design-products.ts'
import { COOKING_PRODUCTS } from './cooking-products.ts'
import { MUSIC_PRODUCTS } from './music-products.ts'
import { SPREADSHEET_PRODUCTS } from './spreadsheet-products.ts'
import type { DemoProduct } from './product.ts'
import { SCHOOL_PRODUCTS } from './school-products.ts'

const PRODUCTS_BY_SELLER: [SellerUsername, DemoProduct[]][] = [
  ['cocinasur', COOKING_PRODUCTS],
  ['loopsandinos', MUSIC_PRODUCTS],
  ['papelytinta', DESIGN_PRODUCTS],
  ['numerosclaros', SPREADSHEET_PRODUCTS],
  ['ovillo', CRAFT_PRODUCTS],
  ['aulaabierta', SCHOOL_PRODUCTS],
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
