import { useState } from 'react'
import * as m from '#messages'
import type { PageSteps } from './list.tsx'

/** A page of a list, and the cursor of the next one; null on the last page. */
interface Page {
  nextCursor: number | null
}

/** The texts of the buttons to other pages. */
interface StepTexts {
  newer: string
  older: string
  /** Whether `newer` opens the page before this one instead of the first page. */
  isStepwise?: boolean
}

/** The open page of a list with a filter: the cursors of it and of those before it. The first page has none. */
export interface ListPosition {
  filter: string
  cursors: readonly number[]
}

/** Returns the position in a list with `filter`: the first page, if the position is one with another filter. */
export function findPosition(position: ListPosition, filter: string): ListPosition {
  return position.filter === filter ? position : { filter, cursors: [] }
}

/** Returns the cursors after a step to a newer or an older page; undefined if there is no such page. */
export function findSteps(
  cursors: readonly number[],
  next: number | null,
  isStepwise: boolean,
): { newer: readonly number[] | undefined; older: readonly number[] | undefined } {
  return {
    newer: cursors.length === 0 ? undefined : isStepwise ? cursors.slice(0, -1) : [],
    older: next === null ? undefined : [...cursors, next],
  }
}

/** The open page of a list: the query that reads it, and the steps to other pages once it is read. */
export interface ListPage<Filter> {
  query: Filter & { cursor?: number }
  stepsFrom: (page: Page | undefined) => PageSteps
}

/**
 * Holds which page of a list is open.
 * @param filter the rest of the query; a change of it leads back to the first page
 */
export function useListPage<const Filter extends object>(
  filter: Filter,
  { newer, older, isStepwise = false }: StepTexts = {
    newer: m.list_newest(),
    older: m.list_older(),
  },
): ListPage<Filter> {
  const filterKey = JSON.stringify(filter)
  const [lastPosition, setPosition] = useState<ListPosition>({ filter: filterKey, cursors: [] })
  const position = findPosition(lastPosition, filterKey)
  if (position !== lastPosition) setPosition(position)

  const cursor = position.cursors.at(-1)
  const stepTo = (label: string, cursors: readonly number[] | undefined) =>
    cursors && { label, onPress: () => setPosition({ filter: filterKey, cursors }) }
  return {
    query: cursor === undefined ? filter : { ...filter, cursor },
    stepsFrom: page => {
      const steps = findSteps(position.cursors, page?.nextCursor ?? null, isStepwise)
      return { newer: stepTo(newer, steps.newer), older: stepTo(older, steps.older) }
    },
  }
}
