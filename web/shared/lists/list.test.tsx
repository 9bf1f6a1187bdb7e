import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as m from '#messages'
import type { LoadableQuery } from '../loaded.tsx'
import { List, type PageSteps } from './list.tsx'
import { findPosition, findSteps } from './use-list-page.ts'

const render = (
  query: Partial<LoadableQuery<{ names: string[] }>>,
  pages: PageSteps | null = null,
) =>
  renderToStaticMarkup(
    <List
      query={{ refetch: () => undefined, ...query }}
      rows={({ names }) => names}
      empty="nobody is here"
      pages={pages}
    >
      {names => names.join(', ')}
    </List>,
  )

describe('a list', () => {
  test('a list shows its rows', () => {
    const html = render({ currentData: { names: ['Ana', 'Beto'] } })

    expect(html).toContain('Ana, Beto')
    expect(html).not.toContain('<nav')
  })

  test('a list says that it is empty', () => {
    expect(render({ currentData: { names: [] } })).toContain('nobody is here')
  })

  test('a list keeps the way back while a page loads', () => {
    const html = render({}, { newer: { label: 'Newest' }, older: undefined })

    expect(html).toContain(m.loading())
    expect(html).toContain('Newest')
  })
})

describe('the position in a list', () => {
  test('the position in a list is the first page after the filter changed, also if the filter changes back', () => {
    const deep = { filter: 'live', cursors: [70, 20] }

    const other = findPosition(deep, 'deleted')
    const back = findPosition(other, 'live')

    expect(findPosition(deep, 'live')).toBe(deep)
    expect(other).toEqual({ filter: 'deleted', cursors: [] })
    expect(back).toEqual({ filter: 'live', cursors: [] })
  })

  test.each([
    ['the only page leads nowhere', [], null, false, undefined, undefined],
    ['the first page leads to the second', [], 70, false, undefined, [70]],
    ['a later page leads to the next and to the first', [70, 20], 5, false, [], [70, 20, 5]],
    ['the last page leads to the first', [70, 20], null, false, [], undefined],
    ['a stepwise list leads to the page before', [70, 20], 5, true, [70], [70, 20, 5]],
    ['the second page of a stepwise list leads to the first', [70], null, true, [], undefined],
  ])('the position in a list: %s', (_, cursors, next, isStepwise, newer, older) => {
    expect(findSteps(cursors, next, isStepwise)).toEqual({ newer, older })
  })
})
