import { useEffect } from 'react'

/** Counted already, since the page was opened: coming back to a product is the same look. */
const counted = new Set<number>()

/** Counts a look at a product, once a visit; nobody waits for the answer. */
export function useViewCount(id: number) {
  useEffect(() => {
    if (counted.has(id)) return
    counted.add(id)
    void import('./count-view.ts').then(({ countView }) => countView(id)).catch(() => undefined)
  }, [id])
}
