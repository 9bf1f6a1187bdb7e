import { randomId } from '../../../api/random-id.ts'

const keys = new Map<string, string>()

/**
 * The Idempotency-Key of an order, one for as long as the page is open: the same items, price and email
 * always lead to the same payment page.
 */
export function orderKey(order: string): string {
  const known = keys.get(order)
  if (known) return known
  const key = randomId()
  keys.set(order, key)
  return key
}
