import { beforeEach, describe, expect, test, vi } from 'vitest'

/** The storage of a browser, whose names are its own properties, as those of the real one are. */
const storage = {} as Record<string, string>
Object.defineProperties(storage, {
  getItem: { value: (name: string) => storage[name] ?? null },
  setItem: { value: (name: string, value: string) => (storage[name] = value) },
  removeItem: { value: (name: string) => delete storage[name] },
})
vi.stubGlobal('localStorage', storage)
const {
  deleteUnsent,
  compareUnsent,
  discardUnsentDrafts,
  findUnsent,
  findUnsentDraft,
  keepUnsent,
  readUnsentText,
  subscribeToUnsentDrafts,
} = await import('./unsent-changes.ts')
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('removeEventListener', () => undefined)

beforeEach(() => {
  for (const name of Object.keys(storage)) delete storage[name]
})

describe('what was typed for a new product', () => {
  test('what was typed for a new product is kept with the key and the fields of its first request, until the server has it', () => {
    const draft = { key: 'k1', fields: { name: 'Zamba de mi' }, sent: { name: 'Z' } }
    keepUnsent(7, draft)
    expect(findUnsentDraft(7)).toEqual(draft)

    deleteUnsent(7, 'k1')

    expect(findUnsentDraft(7)).toBeUndefined()
    expect(Object.keys(storage)).toEqual([])
  })

  test('what was typed for new products in two tabs is kept apart, and belongs to its seller', () => {
    keepUnsent(7, { key: 'a', fields: { name: 'Zamba' } })
    keepUnsent(7, { key: 'b', fields: { name: 'Chacarera' } })
    expect(findUnsentDraft(70)).toBeUndefined()
    expect(findUnsentDraft(7)?.fields).toEqual({ name: 'Zamba' })

    deleteUnsent(7, 'a')
    expect(findUnsentDraft(7)?.fields).toEqual({ name: 'Chacarera' })
    discardUnsentDrafts(7)

    expect(readUnsentText(7)).toBeNull()
  })

  test.each([
    ['nothing was typed', 7, { name: '', isPriceDynamic: false }],
    ['the seller is not known', 0, { name: 'Zamba' }],
  ])('what was typed for a new product is not kept if %s', (_, sellerId, fields) => {
    keepUnsent(sellerId, { key: 'k1', fields })

    expect(Object.keys(storage)).toEqual([])
  })

  test('what was typed for a new product is dropped if it cannot be read, and does not hide another', () => {
    storage['kiosko:draft:7/new/a'] = '{broken'
    keepUnsent(7, { key: 'b', fields: { name: 'Zamba' } })

    expect(findUnsentDraft(7)?.key).toBe('b')
  })

  test('what was typed for a new product tells those who show it of each change', () => {
    const listener = vi.fn<() => void>()
    const unsubscribe = subscribeToUnsentDrafts(listener)

    keepUnsent(7, { key: 'a', fields: { name: 'Z' } })
    unsubscribe()
    deleteUnsent(7, 'a')

    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('what was typed for a product that the server has', () => {
  const changes = { key: '12', fields: { name: 'Zamba', price: '' }, before: { name: 'Vals' } }

  test('what was typed for a product that the server has is kept for its seller, and is no new product', () => {
    keepUnsent(7, changes)

    expect(findUnsent(7, 12)).toEqual(changes)
    expect(findUnsent(7, 1)).toBeUndefined()
    expect(findUnsent(70, 12)).toBeUndefined()
    expect(readUnsentText(7)).toBeNull()
    keepUnsent(7, { ...changes, fields: {} })
    expect(Object.keys(storage)).toEqual([])
  })

  test('what was typed for a product that the server has gives way to what was changed elsewhere since', () => {
    expect(compareUnsent(changes, { name: 'Vals' })).toEqual({
      unsaved: changes.fields,
      isOutdated: false,
    })
    expect(compareUnsent(changes, { name: 'Tango' })).toEqual({
      unsaved: { price: '' },
      isOutdated: true,
    })
  })
})
