import { useEffect } from 'react'
import { countView } from '#web/shared/touches.ts'

/** The products whose view was already counted since the page was loaded. */
const countedIds = new Set<number>()

/** Counts a view of a product once per visit; none without an id. */
export function useViewCount(id: number | undefined) {
  useEffect(() => {
    if (id === undefined || countedIds.has(id)) return
    countedIds.add(id)
    countView(id)
  }, [id])
}
