import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { productFiles, products, schedules } from '#server/db/schema/index.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { trashOrphans } from './orphan-cleanup.ts'

type FileRow = typeof productFiles.$inferSelect

const DAY_MS = 86_400_000

let shop: TestApp
let lines: { level: number; msg: string }[]
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  lines = []
  await shop.reset()
})
afterAll(() => shop.close())

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const storage = () => createDiskStorage(join(shop.folder, 'storage'))

/** Sweeps as it would on a day to come. */
async function sweep(days = 2) {
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return trashOrphans({ db: shop.db, storage: await storage(), log }, inDays(days))
}

async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(join(shop.folder, 'storage', folder), {
    recursive: true,
    withFileTypes: true,
  })
  return all.filter(entry => entry.isFile()).map(({ name }) => name)
}

/** Bytes that no row names, as a crash leaves them. */
async function leaveBehind(name: string): Promise<void> {
  await mkdir(join(shop.folder, 'storage/files/1'), { recursive: true })
  await writeFile(join(shop.folder, 'storage/files/1', name), 'left behind')
}

test('before a database that knows no product, every file and picture stays, and the log says why', async () => {
  await shop.publish(await shop.seller())
  await shop.db.update(products).set({ fileId: null })
  await shop.db.delete(productFiles)
  await shop.db.update(products).set({ imageKey: 'another' })

  expect(await sweep()).toEqual({ files: 0, images: 0 })

  expect(await filesIn('files')).toHaveLength(1)
  expect(await filesIn('images')).toHaveLength(6)
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining('nothing was swept') }])
})

test('before a database that misses many products, nothing goes either', async () => {
  await shop.publish(await shop.seller())
  for (let index = 0; index < 12; index += 1) await leaveBehind(`lost-${index}`)

  expect(await sweep()).toEqual({ files: 0, images: 0 })

  expect(await filesIn('files')).toHaveLength(13)
  expect(lines).toMatchObject([{ level: 50 }])
})

test('what no row names lies in the trash for 30 days, and then is gone', async () => {
  await shop.publish(await shop.seller())
  await leaveBehind('crumb')

  expect(await sweep()).toEqual({ files: 1, images: 0 })
  expect(await filesIn('files')).toHaveLength(1)
  expect(await filesIn('trash')).toEqual(['crumb'])

  await sweep(29)
  expect(await filesIn('trash')).toEqual(['crumb'])
  await sweep(31)
  expect(await filesIn('trash')).toEqual([])
  expect(await filesIn('files')).toHaveLength(1)
})

test('what a row names again is read from the trash at once, and put back by the next sweep', async () => {
  await shop.publish(await shop.seller())
  await leaveBehind('restored')
  await sweep()

  const [{ id: _, ...file }] = (await shop.db.select().from(productFiles)) as [FileRow]
  await shop.db.insert(productFiles).values({ ...file, version: 2, storageKey: '1/restored' })

  expect(await text(await (await storage()).read('1/restored'))).toBe('left behind')
  await sweep(40)
  expect(await filesIn('trash')).toEqual([])
  expect(await filesIn('files')).toContain('restored')
})

test('on a database that never saw a sweep, the first one waits a day', async () => {
  await shop.publish(await shop.seller())
  await leaveBehind('old')
  await utimes(join(shop.folder, 'storage/files/1/old'), inDays(-2), inDays(-2))
  await shop.app.worker.stop()
  await shop.db.delete(schedules)

  shop.app.worker.start()

  const planned = async () => (await shop.db.select().from(schedules)).map(({ name }) => name)
  await expect.poll(planned).toContain('sweep_storage')
  await shop.app.worker.stop()
  shop.app.worker.start()
  expect(await filesIn('files')).toHaveLength(2)
})
