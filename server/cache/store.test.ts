import { expect, test } from 'vitest'
import { Copies, type Made } from './store.ts'

const KB = 1024
/** Room for some twenty answers of 1 KB asked for twice, and ten asked for once: each takes 2 KB besides. */
const open = () => {
  const copies = new Copies(90 * KB)
  copies.turn(true)
  return copies
}
const answer = (tag: string, bytes = KB): Made => ({
  status: 200,
  body: Buffer.alloc(bytes),
  headers: {},
  tags: [tag, 'all'],
})
const ask = async (copies: Copies, key: string, bytes?: number) =>
  copies.find(key, () => Promise.resolve(answer(key, bytes)))

test('asking once for very many things pushes nothing out that was asked for twice', async () => {
  const copies = open()
  await ask(copies, 'often')
  await ask(copies, 'often')

  for (let n = 0; n < 1000; n++) await ask(copies, `once ${n}`)

  expect(copies.peek('often')).toBeDefined()
  expect(copies.peek('once 0')).toBeUndefined()
  expect(copies.peek('once 999')).toBeDefined()
  expect(copies.bytes).toBeLessThanOrEqual(90 * KB)
})

test('of what is asked for again and again, what was asked for longest ago goes first', async () => {
  const copies = open()
  for (let n = 0; n < 30; n++) {
    await ask(copies, `page ${n}`)
    await ask(copies, `page ${n}`)
    copies.peek('page 0')
  }

  expect(copies.peek('page 0')).toBeDefined()
  expect(copies.peek('page 1')).toBeUndefined()
  expect(copies.peek('page 29')).toBeDefined()
  expect(copies.bytes).toBeLessThanOrEqual(90 * KB)
})

test('what an encoding takes counts, and what is too large for all the room is not kept', async () => {
  const copies = open()
  const page = await ask(copies, 'page', 8 * KB)
  const before = copies.bytes
  const { body } = await copies.encode(page, 'gzip')
  expect(copies.bytes).toBe(before + body.length)

  await ask(copies, 'huge', 100 * KB)
  expect(copies.peek('huge')).toBeUndefined()
  expect(copies.peek('page')).toBeDefined()
})

test('what a tag names is gone with it, in either room, and nothing else', async () => {
  const copies = open()
  await ask(copies, 'once')
  await ask(copies, 'twice')
  await ask(copies, 'twice')
  await ask(copies, 'other')
  copies.drop('once')
  copies.drop('twice')

  expect(copies.peek('once')).toBeUndefined()
  expect(copies.peek('twice')).toBeUndefined()
  expect(copies.peek('other')).toBeDefined()
  expect(copies.size).toBe(1)
  copies.drop('all')
  expect(copies.peek('other')).toBeUndefined()
  expect([copies.size, copies.bytes]).toEqual([0, 0])
})

test('what changes while it is made is made once more for who asked after, and is not kept', async () => {
  const copies = open()
  const first = Promise.withResolvers<Made>()
  const early = copies.find('page', () => first.promise)
  copies.drop('page')
  const late = copies.find('page', () => Promise.resolve(answer('page', 2 * KB)))
  first.resolve(answer('page'))

  expect((await early).encoded.identity.bytes).toBe(KB)
  expect((await late).encoded.identity.bytes).toBe(2 * KB)
  expect(copies.peek('page')?.encoded.identity.bytes).toBe(2 * KB)
})

test('what was being made when nobody could hear of changes is not kept', async () => {
  for (const outage of [
    (copies: Copies) => copies.turn(false),
    (copies: Copies) => (copies.turn(false), copies.turn(true)),
  ]) {
    const copies = open()
    const late = Promise.withResolvers<Made>()
    const asked = copies.find('page', () => late.promise)
    outage(copies)
    late.resolve(answer('page'))
    await asked

    expect(copies.size).toBe(0)
  }
})
