import { beforeEach, describe, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, value: string) => storage.set(name, value),
  removeItem: (name: string) => storage.delete(name),
})
const {
  deletePublishedDraft,
  deleteSentDraft,
  getIdempotencyKey,
  isDraftUploading,
  noteUpload,
  readDraft,
  saveEditDraft,
  saveNewProductDraft,
} = await import('./draft.ts')

beforeEach(() => storage.clear())

const files = { image: null, product: null }
const original = {
  name: 'Recetas',
  description: 'Ochenta',
  price: '100',
  isPriceDynamic: false,
  categoryId: '1',
  subcategoryId: '2',
}

test('the draft of an edit contains only the changed fields, so that restoring it overwrites nothing newer', () => {
  saveEditDraft('7/1', { ...original, name: 'Recetas de invierno', isPriceDynamic: true }, original)
  expect(readDraft('7/1')?.form).toEqual({ name: 'Recetas de invierno', isPriceDynamic: true })

  saveEditDraft('7/1', original, original)
  expect(readDraft('7/1')).toBeUndefined()
})

test('no draft is saved for a seller whose id could not be loaded', () => {
  saveNewProductDraft('0/new', { name: 'Loops' })
  saveEditDraft('0/1', { name: 'Loops' }, original)

  expect(storage.size).toBe(0)
  expect(readDraft('0/new')).toBeUndefined()
})

test('publishing a product deletes its draft, unless another tab has changed the draft since', () => {
  const sentForm = { name: 'Loops', price: '900', isPriceDynamic: false }
  saveNewProductDraft('7/new', { price: '900', name: 'Loops', description: '' }, files)
  deleteSentDraft('7/new', sentForm)
  expect(readDraft('7/new')).toBeUndefined()

  saveNewProductDraft('7/new', { name: 'Otro cuaderno' }, files)
  deleteSentDraft('7/new', sentForm)
  expect(readDraft('7/new')?.form).toEqual({ name: 'Otro cuaderno' })
})

describe('a draft whose upload was sent', () => {
  const product = {
    name: 'Recetas de invierno',
    description: 'Ochenta',
    price: 1500,
    subcategory: { id: 2, name: 'Cocina' },
    createdAt: new Date().toISOString(),
  }
  const typed = { ...original, name: ' Recetas de  invierno', price: '1.500' }
  const earlier = new Date(Date.now() - 3_600_000).toISOString()

  test.each([
    ['is deleted once the product is on sale', product, false],
    ['stays while the product is missing', undefined, true],
    ['stays beside a product of another name', { ...product, name: 'Otro' }, true],
    ['stays beside an equal product that is older', { ...product, createdAt: earlier }, true],
  ])('%s', (_, published, isKept) => {
    saveNewProductDraft('7/new', typed, files)
    noteUpload('7/new', typed)()

    deletePublishedDraft('7/new', published ? [published] : [])

    expect(readDraft('7/new') !== undefined).toBe(isKept)
  })

  test('stays if it was changed after it was sent', () => {
    saveNewProductDraft('7/new', typed, files)
    noteUpload('7/new', typed)()
    saveNewProductDraft('7/new', { ...typed, price: '1.600' }, files)

    deletePublishedDraft('7/new', [product])

    expect(readDraft('7/new')?.form.price).toBe('1.600')
  })

  test('counts as uploading until the upload ends', () => {
    const end = noteUpload('7/new', typed)
    expect(isDraftUploading('7/new')).toBe(true)

    end()

    expect(isDraftUploading('7/new')).toBe(false)
  })
})

test('a draft has an Idempotency-Key even on plain HTTP, where browsers hide crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const key = getIdempotencyKey('7/new', { name: 'Loops' }, files)
  vi.unstubAllGlobals()

  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(getIdempotencyKey('7/new', { name: 'Loops' }, files)).toBe(key)
})
