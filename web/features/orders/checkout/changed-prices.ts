import { useState } from 'react'
import type { ChangedPrice } from '#contract/core/endpoint.ts'

/** Returns a product with the price that the buyer has to see now. */
export const withChangedPrice = <Item extends { id: number }>(
  item: Item,
  changedPrices: readonly ChangedPrice[],
): Item => ({ ...item, ...changedPrices.find(({ id }) => id === item.id) })

/**
 * Keeps the prices that the buy form was told after the page was loaded, so that the page around the form shows them
 * too.
 * @param loaded the data that the page was loaded with; newer data has the newest prices by itself
 */
export function useChangedPrices(loaded: unknown) {
  const [latest, setLatest] = useState<{ loaded: unknown; prices: readonly ChangedPrice[] }>()
  return {
    changedPrices: latest !== undefined && latest.loaded === loaded ? latest.prices : [],
    setChangedPrices: (prices: readonly ChangedPrice[]) => setLatest({ loaded, prices }),
  }
}
