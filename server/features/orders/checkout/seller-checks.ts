import type { PaymentAccountRow } from '#server/features/payment-accounts/queries.ts'
import { requireLinkedAccount } from '#server/features/payment-accounts/tokens.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OrderRow } from '../rules/rows.ts'
import type { ProductForSale } from './queries.ts'

type Seller = Pick<ProductForSale, 'sellerId' | 'salesClosedAt' | 'account'>

/**
 * Requires that all products of a cart are for sale and belong to one seller.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale; DIFFERENT_SELLERS_PRODUCT if the products have
 * several sellers
 */
export function requireOneSeller(
  ids: readonly number[],
  products: readonly ProductForSale[],
): Seller {
  const missingId = ids.find(id => products.every(product => product.id !== id))
  if (missingId !== undefined) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${missingId}`)
  const [first, ...others] = products
  if (!first || others.some(({ sellerId }) => sellerId !== first.sellerId))
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT')
  return first
}

/**
 * Requires that a seller can receive a new sale.
 * @throws ApiError as `requireLinkedAccount`; DIFFERENT_SELLERS_PRODUCT while refunds of the seller wait for money
 */
export function requireOpenSales({ salesClosedAt, account }: Seller): PaymentAccountRow {
  if (salesClosedAt !== null) throw new ApiError('DIFFERENT_SELLERS_PRODUCT', 'sales are closed')
  return requireLinkedAccount(account)
}

/**
 * Requires that the seller of an order still has the same payment account linked.
 * @returns the payment account
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT if the account was unlinked or replaced; INVALID_REFRESH_TOKEN if the
 * account no longer accepts payments
 */
export function requireSameAccount(seller: Seller, order: OrderRow): PaymentAccountRow {
  const account = requireOpenSales(seller)
  if (account.collectorId !== order.collectorId)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `order ${order.id} is for another account`)
  return account
}
