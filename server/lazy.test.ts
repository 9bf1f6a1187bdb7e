import { expect, test } from 'vitest'
import { createLazyLoader } from './lazy.ts'

test('what is heavy is loaded once, at the first call, also by two at the same time', async () => {
  let loads = 0
  const heavy = createLazyLoader(() => Promise.resolve((loads += 1)))
  expect(loads).toBe(0)

  expect(await Promise.all([heavy(), heavy()])).toEqual([1, 1])
  expect(await heavy()).toBe(1)
})

test('a load that failed is tried again', async () => {
  let loads = 0
  const heavy = createLazyLoader(async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return 'there'
  })

  await expect(heavy()).rejects.toThrow('too many open files')
  expect(await heavy()).toBe('there')
})
