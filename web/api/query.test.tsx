import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { listProductFiles } from '#contract/files/product-files.ts'
import { listProductUpdates } from '#contract/product-updates.ts'
import { changeRead, reduxStore, setRead, useRead } from './query.ts'

const input = { params: { id: 7 } }
const updates = {
  updates: [1, 2].map(id => ({ id, at: '2026-11-29T00:00:00Z', note: '', isAnnounced: false })),
  buyers: 0,
  announceableAt: null,
}

function Updates({ id }: { id: number }) {
  const { data, isLoading } = useRead(listProductUpdates, { params: { id } })
  return isLoading ? 'loading' : data?.updates.map(({ id }) => id).join()
}
const show = (id: number) =>
  renderToStaticMarkup(
    <Provider store={reduxStore}>
      <Updates id={id} />
    </Provider>,
  )

test('what is set is shown without a request, for its own input and endpoint only', () => {
  setRead(listProductUpdates, input, updates)
  setRead(listProductFiles, input, { files: [] })

  expect(show(7)).toBe('1,2')
  expect(show(8)).toBe('loading')
})

test('a change is shown until it is undone', () => {
  setRead(listProductUpdates, input, updates)

  const change = changeRead(listProductUpdates, input, ({ updates }) => {
    updates.reverse()
  })
  expect(show(7)).toBe('2,1')
  change.undo()

  expect(show(7)).toBe('1,2')
})
