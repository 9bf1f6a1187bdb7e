const FIRST_SHOWN_COUNT = 5

/**
 * Rounds the number of a seller's sales down to 5, 10, 20, 50, 100, 200 and so on, so that the shown number is true
 * even if a cached reply is older than the latest sales.
 * @returns null below 5, because a small number says little about a new seller
 */
export function roundSalesCount(count: number): number | null {
  if (count < FIRST_SHOWN_COUNT) return null
  const magnitude = 10 ** Math.floor(Math.log10(count))
  const step = [5, 2, 1].find(factor => factor * magnitude <= count)!
  return step * magnitude
}
