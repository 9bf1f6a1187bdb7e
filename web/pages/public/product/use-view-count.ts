import { useEffect } from 'react'
import type { recordProductView } from '#contract/catalog/products.ts'

/**
 * The type check ties this path to the contract. Importing the endpoint itself would add all catalog schemas to the
 * page, for a call without input or output.
 */
const PATH = '/public/product/:id/view' satisfies (typeof recordProductView)['path']

/** The products already counted since the page was loaded. */
const countedIds = new Set<number>()

/** Counts a view of a product once per visit. The response is ignored. */
export function useViewCount(id: number) {
  useEffect(() => {
    if (countedIds.has(id)) return
    countedIds.add(id)
    navigator.sendBeacon(`/api${PATH.replace(':id', String(id))}`)
  }, [id])
}
