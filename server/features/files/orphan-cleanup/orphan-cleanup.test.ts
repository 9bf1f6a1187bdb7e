import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { productFiles, products, schedules } from '#server/db/schema/index.ts'
import { listStoredFileNames } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { trashOrphans } from './orphan-cleanup.ts'

type FileRow = typeof productFiles.$inferSelect

const shop = useTestApp({ resetBefore: 'file' })
let logLines: { level: number; msg: string }[]
beforeEach(async () => {
  logLines = []
  await shop.reset()
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const storage = () => createDiskStorage(join(shop.folder, 'storage'))

/** Runs the orphan cleanup with a clock that is `days` ahead. */
async function cleanUp(days = 2) {
  const log = pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) })
  return trashOrphans({ db: shop.db, storage: await storage(), log }, inDays(days))
}

const filesIn = (folder: string) => listStoredFileNames(shop, folder)

/** Stores a file that no database row references, as a crash during an upload would leave one. */
async function createOrphan(name: string): Promise<void> {
  await mkdir(join(shop.folder, 'storage/files/1'), { recursive: true })
  await writeFile(join(shop.folder, 'storage/files/1', name), 'orphan bytes')
}

test('orphan cleanup moves nothing and logs an error if the database has no product file at all', async () => {
  await shop.publish(await shop.seller())
  await shop.db.update(products).set({ editionId: null })
  await shop.db.execute(
    sql`truncate product_files, product_slots, product_editions, edition_files cascade`,
  )
  await shop.db.update(products).set({ imageKey: 'another' })

  expect(await cleanUp()).toEqual({ files: 0, images: 0 })

  expect(await filesIn('files')).toHaveLength(1)
  expect(await filesIn('images')).toHaveLength(6)
  expect(logLines).toMatchObject([{ level: 50, msg: expect.stringContaining('nothing was moved') }])
})

test('orphan cleanup moves nothing and logs an error if more than ten files are orphans', async () => {
  await shop.publish(await shop.seller())
  for (let index = 0; index < 12; index += 1) await createOrphan(`lost-${index}`)

  expect(await cleanUp()).toEqual({ files: 0, images: 0 })

  expect(await filesIn('files')).toHaveLength(13)
  expect(logLines).toMatchObject([{ level: 50 }])
})

test('an orphan stays in the trash for 30 days and is then deleted', async () => {
  await shop.publish(await shop.seller())
  await createOrphan('orphan')

  expect(await cleanUp()).toEqual({ files: 1, images: 0 })
  expect(await filesIn('files')).toHaveLength(1)
  expect(await filesIn('trash')).toEqual(['orphan'])

  await cleanUp(29)
  expect(await filesIn('trash')).toEqual(['orphan'])
  await cleanUp(31)
  expect(await filesIn('trash')).toEqual([])
  expect(await filesIn('files')).toHaveLength(1)
})

test('a file in the trash that is referenced again can be read at once and is restored by the next cleanup', async () => {
  await shop.publish(await shop.seller())
  await createOrphan('restored')
  await cleanUp()

  const [{ id: _, ...file }] = (await shop.db.select().from(productFiles)) as [FileRow]
  await shop.db.insert(productFiles).values({ ...file, version: 2, storageKey: '1/restored' })

  expect(await text(await (await storage()).read('1/restored'))).toBe('orphan bytes')
  await cleanUp(40)
  expect(await filesIn('trash')).toEqual([])
  expect(await filesIn('files')).toContain('restored')
})

test('the first orphan cleanup on a new database runs no sooner than after a day', async () => {
  await shop.publish(await shop.seller())
  await createOrphan('old')
  await utimes(join(shop.folder, 'storage/files/1/old'), inDays(-2), inDays(-2))
  await shop.app.worker.stop()
  await shop.db.delete(schedules)

  shop.app.worker.start()

  const planned = async () => (await shop.db.select().from(schedules)).map(({ name }) => name)
  await expect.poll(planned).toContain('clean_up_storage')
  await shop.app.worker.stop()
  shop.app.worker.start()
  expect(await filesIn('files')).toHaveLength(2)
})
