import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as m from '#messages'
import { type LoadableQuery, Loaded } from './loaded.tsx'

const NOT_FOUND = { status: 404, code: 'PRODUCT_NOT_FOUND' } as const
const OFFLINE = { status: 0, code: 'UNKNOWN_ERROR' } as const

const render = (
  query: Partial<LoadableQuery<string>>,
  props: { missing?: string; keepsPrevious?: boolean } = {},
) =>
  renderToStaticMarkup(
    <Loaded query={{ refetch: () => undefined, ...query }} height="h-64" {...props}>
      {data => `data: ${data}`}
    </Loaded>,
  )

describe('what is shown of loaded data', () => {
  test('what is shown of loaded data is a placeholder, which screen readers hear of, while they load', () => {
    const html = render({})

    expect(html).toContain(m.loading())
    expect(html).toContain('h-64')
  })

  test('what is shown of loaded data is the data once they are there', () => {
    expect(render({ data: 'new', currentData: 'new' })).toBe('data: new')
  })

  test('what is shown of loaded data is the failure with a way to try again', () => {
    const html = render({ error: OFFLINE })

    expect(html).toContain(m.dash_load_failed())
    expect(html).toContain(m.retry())
  })

  test('what is shown of loaded data is the old data if they cannot be refreshed', () => {
    expect(render({ data: 'old', currentData: 'old', error: OFFLINE })).toBe('data: old')
  })

  test('what is shown of loaded data is never the data of other arguments, unless the screen wants to keep them', () => {
    expect(render({ data: 'previous' })).not.toContain('previous')
    expect(render({ data: 'previous' }, { keepsPrevious: true })).toBe('data: previous')
  })

  test('what is shown of loaded data says that there is no such thing even if there was one', () => {
    const query = { data: 'old', currentData: 'old', error: NOT_FOUND }

    expect(render(query, { missing: 'gone' })).toBe('gone')
    expect(render({ error: OFFLINE }, { missing: 'gone' })).not.toContain('gone')
  })
})
