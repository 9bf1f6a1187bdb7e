import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Gathered } from './gathered.ts'

/** A table whose rows are ten times their keys; 13 is not there. */
function table() {
  const statements: number[][] = []
  const gates: (() => void)[] = []
  const rows = new Gathered<number, number>(async keys => {
    statements.push(keys)
    await new Promise<void>(open => gates.push(open))
    return new Map(keys.filter(key => key !== 13).map(key => [key, key * 10]))
  })
  const open = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0)
    gates.shift()!()
  }
  return { rows, statements, open }
}

test('what is asked for at once is two statements at most, and each key stands in them once', async () => {
  const { rows, statements, open } = table()

  const answers = Promise.all([1, 2, 2, 13, 4].map(key => rows.get(key)))
  await open()
  await open()

  expect(await answers).toEqual([10, 20, 20, undefined, 40])
  expect(statements).toEqual([
    [1, 2],
    [13, 4],
  ])
})

test('many who ask without end go in two halves by turns, also where they came all at once', async () => {
  // However slow this machine is, no statement hangs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sizes: number[] = []
  const rows = new Gathered<number, number>(async keys => {
    sizes.push(keys.length)
    await setImmediate()
    return new Map(keys.map(key => [key, key]))
  })

  const askers = Array.from({ length: 16 }, async (_, nth) => {
    for (let times = 0; times < 5; times++) await rows.get(nth)
  })
  await Promise.all(askers)

  expect(sizes).toEqual(Array(10).fill(8))
})

test('who comes while a statement is under way goes with the next, and reads anew', async () => {
  const { rows, statements, open } = table()
  const first = rows.get(1)
  await expect.poll(() => statements.length).toBe(1)
  const others = Promise.all([1, 3].map(key => rows.get(key)))

  await open()
  await open()

  expect([await first, ...(await others)]).toEqual([10, 10, 30])
  expect(statements).toEqual([[1], [1, 3]])
})

test('the next statement is sent before the rows of the last are handed out', async () => {
  const happened: string[] = []
  const first = Promise.withResolvers<void>()
  const rows = new Gathered<number, number>(async keys => {
    happened.push(`asked for ${keys.join()}`)
    if (keys.includes(1)) await first.promise
    return new Map(keys.map(key => [key, key]))
  })
  const answered = [rows.get(1).then(() => happened.push('answered 1'))]
  await expect.poll(() => happened).toEqual(['asked for 1'])
  answered.push(rows.get(2).then(() => happened.push('answered 2')))

  first.resolve()
  await Promise.all(answered)

  expect(happened.slice(0, 3)).toEqual(['asked for 1', 'asked for 2', 'answered 1'])
})

test('a statement that hangs does not hold up those after it', async () => {
  const { rows, statements, open } = table()
  const hanging = rows.get(1)
  await expect.poll(() => statements.length).toBe(1)
  const next = rows.get(2)
  await expect.poll(() => statements.length).toBe(2)

  await open()
  await open()

  expect([await hanging, await next]).toEqual([10, 20])
})

test('a statement that fails fails all who asked, and none after them', async () => {
  let isDown = true
  const rows = new Gathered<number, number>(keys =>
    isDown
      ? Promise.reject(new Error('down'))
      : Promise.resolve(new Map(keys.map(key => [key, key]))),
  )

  const outcomes = await Promise.allSettled([rows.get(1), rows.get(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await rows.get(1)).toBe(1)
})
