import { useEffect } from 'react'
import type { recordProductView } from '#contract/catalog/products.ts'

/**
 * The contract's path, held to it by the compiler: its value would bring every schema of the catalogue
 * along, for a call that sends nothing and reads nothing.
 */
const PATH = '/public/product/:id/view' satisfies (typeof recordProductView)['path']

/** Counted already, since the page was opened: coming back to a product is the same look. */
const counted = new Set<number>()

/** Counts a look at a product, once a visit; nobody waits for the answer. */
export function useViewCount(id: number) {
  useEffect(() => {
    if (counted.has(id)) return
    counted.add(id)
    navigator.sendBeacon(`/api${PATH.replace(':id', String(id))}`)
  }, [id])
}
