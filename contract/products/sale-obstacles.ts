import type { ProductState } from './state-rules.ts'

/** Why a product is not for sale. Of several reasons, the first one in this list is given. */
export const SALE_OBSTACLES = [
  'draft',
  'withdrawn',
  'taken_down',
  'seller_closed',
  'no_files',
  'archived',
  'paused',
  'pack_incomplete',
] as const
export type SaleObstacle = (typeof SALE_OBSTACLES)[number]

/** What decides whether a product is for sale. */
export interface SaleFacts {
  state: ProductState
  /** Whether its seller has withdrawn the product, for ever. */
  isWithdrawn: boolean
  isTakenDown: boolean
  /** Whether the account of its seller is suspended or closed. */
  isSellerClosed: boolean
  /** Whether it has files that are on sale. They are missing while the first ones are scanned. */
  hasFiles: boolean
  /** Whether it is a pack that has fewer than two parts, or one that is not for sale. */
  isPackIncomplete: boolean
}

/**
 * Finds the reason why a product is not for sale; null if it is. It is the only place that decides it: the server
 * stores the answer in the column `listed`, by which all lists and purchases go. A seller without a payment account,
 * or whose sales are closed, keeps the products listed.
 */
export function findSaleObstacle(facts: SaleFacts): SaleObstacle | null {
  if (facts.state === 'draft') return 'draft'
  if (facts.isWithdrawn) return 'withdrawn'
  if (facts.isTakenDown) return 'taken_down'
  if (facts.isSellerClosed) return 'seller_closed'
  if (!facts.hasFiles) return 'no_files'
  if (facts.state !== 'on_sale') return facts.state
  return facts.isPackIncomplete ? 'pack_incomplete' : null
}

/** What a product with a public page may lack: the page says that nobody can buy it now. */
const OBSTACLES_WITH_PAGE: readonly (SaleObstacle | null)[] = [null, 'paused', 'pack_incomplete']

/** Tells whether a product with this obstacle has a public page. */
export const hasPage = (obstacle: SaleObstacle | null): boolean =>
  OBSTACLES_WITH_PAGE.includes(obstacle)
