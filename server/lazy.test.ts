import { expect, test } from 'vitest'
import { createLazyLoader } from './lazy.ts'

test('a lazily loaded value is loaded once, even by two simultaneous first calls', async () => {
  let loads = 0
  const heavy = createLazyLoader(() => Promise.resolve((loads += 1)))
  expect(loads).toBe(0)

  expect(await Promise.all([heavy(), heavy()])).toEqual([1, 1])
  expect(await heavy()).toBe(1)
})

test('the call after a failed load loads the value again', async () => {
  let loads = 0
  const heavy = createLazyLoader(async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return 'there'
  })

  await expect(heavy()).rejects.toThrow('too many open files')
  expect(await heavy()).toBe('there')
})
