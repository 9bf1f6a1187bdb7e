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
  deleteUnsentDraft,
  discardUnsentDrafts,
  findUnsentDraft,
  keepUnsentDraft,
  readUnsentText,
  subscribeToUnsentDrafts,
} = await import('./unsent-drafts.ts')
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('removeEventListener', () => undefined)

beforeEach(() => {
  for (const name of Object.keys(storage)) delete storage[name]
})

describe('what was typed for a new product', () => {
  test('what was typed for a new product is kept with the key and the fields of its first request, until the server has it', () => {
    const draft = { key: 'k1', fields: { name: 'Zamba de mi' }, sent: { name: 'Z' } }
    keepUnsentDraft(7, draft)
    expect(findUnsentDraft(7)).toEqual(draft)

    deleteUnsentDraft(7, 'k1')

    expect(findUnsentDraft(7)).toBeUndefined()
    expect(Object.keys(storage)).toEqual([])
  })

  test('what was typed for new products in two tabs is kept apart, and belongs to its seller', () => {
    keepUnsentDraft(7, { key: 'a', fields: { name: 'Zamba' } })
    keepUnsentDraft(7, { key: 'b', fields: { name: 'Chacarera' } })
    expect(findUnsentDraft(70)).toBeUndefined()
    expect(findUnsentDraft(7)?.fields).toEqual({ name: 'Zamba' })

    deleteUnsentDraft(7, 'a')
    expect(findUnsentDraft(7)?.fields).toEqual({ name: 'Chacarera' })
    discardUnsentDrafts(7)

    expect(readUnsentText(7)).toBeNull()
  })

  test.each([
    ['nothing was typed', 7, { name: '', isPriceDynamic: false }],
    ['the seller is not known', 0, { name: 'Zamba' }],
  ])('what was typed for a new product is not kept if %s', (_, sellerId, fields) => {
    keepUnsentDraft(sellerId, { key: 'k1', fields })

    expect(Object.keys(storage)).toEqual([])
  })

  test('what was typed for a new product is dropped if it cannot be read, and does not hide another', () => {
    storage['kiosko:draft:7/new/a'] = '{broken'
    keepUnsentDraft(7, { key: 'b', fields: { name: 'Zamba' } })

    expect(findUnsentDraft(7)?.key).toBe('b')
  })

  test('what was typed for a new product tells those who show it of each change', () => {
    const listener = vi.fn<() => void>()
    const unsubscribe = subscribeToUnsentDrafts(listener)

    keepUnsentDraft(7, { key: 'a', fields: { name: 'Z' } })
    unsubscribe()
    deleteUnsentDraft(7, 'a')

    expect(listener).toHaveBeenCalledTimes(1)
  })
})
