import { beforeEach, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, value: string) => storage.set(name, value),
  removeItem: (name: string) => storage.delete(name),
})
const { keepUnsavedEdit, readUnsavedEdit } = await import('./unsaved-edit.ts')

beforeEach(() => storage.clear())

const original = {
  name: 'Recetas',
  description: 'Ochenta',
  price: '100',
  isPriceDynamic: false,
  categoryId: '1',
  subcategoryId: '2',
}

test('an unsaved edit contains only the changed fields, so that restoring it overwrites nothing newer', () => {
  keepUnsavedEdit(
    '7/1',
    { ...original, name: 'Recetas de invierno', isPriceDynamic: true },
    original,
  )
  expect(readUnsavedEdit('7/1')?.form).toEqual({
    name: 'Recetas de invierno',
    isPriceDynamic: true,
  })

  keepUnsavedEdit('7/1', original, original)
  expect(readUnsavedEdit('7/1')).toBeUndefined()
})

test('no edit is kept for a seller whose id could not be loaded', () => {
  keepUnsavedEdit('0/1', { name: 'Loops' }, original)

  expect(storage.size).toBe(0)
  expect(readUnsavedEdit('0/1')).toBeUndefined()
})
