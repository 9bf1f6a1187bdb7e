import { listPublicProducts } from '#contract/storefront/search.ts'
import type { ApiClient } from './api-client.ts'

/**
 * Reads a page of the public product list, with the product names for short assertions.
 * @throws Error with the status and error code of a failed response
 */
export async function readProductList(
  visitor: ApiClient,
  query: Record<string, string | number>,
  page = 1,
) {
  const answer = await visitor.call(listPublicProducts, { params: { page }, query })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.code}`)
  return { ...answer.body, names: answer.body.products.map(({ name }) => name) }
}
