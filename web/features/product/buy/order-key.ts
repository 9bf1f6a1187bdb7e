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

/** Browsers keep `randomUUID` from pages that came over plain http. */
function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
