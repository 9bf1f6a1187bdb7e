import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { productFiles } from '#server/db/schema/index.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { type CopyProgress, copyToBucket } from './copy-objects.ts'

/** A cover has three widths in two formats. */
const COVER_FILES = 6

const shop = useTestApp()
let disk: Storage
/** A second folder takes the place of the bucket. */
let bucket: Storage
let bucketFolder: string
beforeAll(async () => {
  disk = await createDiskStorage(join(shop.folder, 'storage'))
})
beforeEach(async () => {
  bucketFolder = await mkdtemp(join(tmpdir(), 'kiosko-bucket-'))
  bucket = await createDiskStorage(bucketFolder)
  return () => rm(bucketFolder, { recursive: true })
})

const copy = (signal = new AbortController().signal, target = bucket): Promise<CopyProgress> =>
  copyToBucket({ db: shop.db, disk, bucket: target, signal, report: () => undefined })

async function publish(count: number): Promise<void> {
  const seller = await shop.seller()
  for (let index = 0; index < count; index += 1) await shop.publish(seller)
}

const readKeys = async () =>
  (await shop.db.select({ key: productFiles.storageKey }).from(productFiles)).map(({ key }) => key)

test('files and images are copied once, and stay on the disk', async () => {
  await publish(2)

  expect(await copy()).toEqual({ copied: 2 + 2 * COVER_FILES, present: 0, damaged: [] })
  expect(await copy()).toEqual({ copied: 0, present: 2 + 2 * COVER_FILES, damaged: [] })

  for (const key of await readKeys()) {
    const copied = await buffer(await bucket.read(key))
    expect(copied.equals(await buffer(await disk.read(key)))).toBe(true)
  }
  const [prefix] = await readdir(join(bucketFolder, 'images'))
  expect(await bucket.findImages(prefix!)).toHaveLength(COVER_FILES)
})

test('a run that was ended goes on where it was', async () => {
  await publish(3)
  const stop = new AbortController()
  const target: Storage = {
    ...bucket,
    async stageUpload() {
      stop.abort()
      return bucket.stageUpload()
    },
  }

  const first = await copy(stop.signal, target)
  const second = await copy()

  expect(first.copied).toBeGreaterThan(0)
  expect(second.copied + second.present).toBe(3 + 3 * COVER_FILES)
  expect(second.present).toBe(first.copied)
  for (const key of await readKeys()) expect(await bucket.fileSize(key)).toBeGreaterThan(0)
})

test('a run that fails leaves no half file, and the next one copies it', async () => {
  await publish(1)
  const target: Storage = { ...bucket, putImage: () => Promise.reject(new Error('no bucket')) }

  await expect(copy(undefined, target)).rejects.toThrow('no bucket')

  expect(await readdir(join(bucketFolder, 'temp'))).toEqual([])
  expect(await copy()).toMatchObject({ copied: COVER_FILES, present: 1 })
})

test('a file that differs from what was uploaded is named and not copied', async () => {
  await publish(1)
  const [key] = await readKeys()
  await writeFile(join(shop.folder, 'storage/files', key!), 'something else')

  expect(await copy()).toMatchObject({ damaged: [key], copied: COVER_FILES })

  expect(await bucket.fileSize(key!)).toBeUndefined()
  expect(await readdir(join(bucketFolder, 'temp'))).toEqual([])
})

test('a file in the trash is copied, since a restored database can refer to it', async () => {
  const path = join(shop.folder, 'storage/trash/files/7/orphan')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'orphan')
  // A run copies what was stored before it began, to the millisecond.
  await utimes(path, 0, 0)

  expect(await copy()).toMatchObject({ copied: 1 })

  expect(await bucket.fileSize('7/orphan')).toBe(6)
})
