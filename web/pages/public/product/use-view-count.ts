import { useEffect } from 'react'
import type { recordProductView } from '#contract/catalog/products.ts'

/**
 * The path is written here instead of importing the endpoint, which would add all catalog schemas to the page. The type
 * check fails if the path differs from that of the contract.
 */
const PATH = '/public/product/:id/view' satisfies (typeof recordProductView)['path']

/** The products whose view was already counted since the page was loaded. */
const countedIds = new Set<number>()

/** Counts a view of a product once per visit. The response is ignored. */
export function useViewCount(id: number) {
  useEffect(() => {
    if (countedIds.has(id)) return
    countedIds.add(id)
    navigator.sendBeacon(`/api${PATH.replace(':id', String(id))}`)
  }, [id])
}
