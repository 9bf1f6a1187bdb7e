import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { describeStorage } from '#tools/object-storage/storage-suite.ts'
import { createDiskStorage } from './disk.ts'
import { createMigratingStorage } from './migrating.ts'
import type { Storage } from './storage.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** A second folder takes the place of the bucket here. `npm run test:systems` does the same with a bucket. */
async function openFolder(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-storage-'))
  folders.push(folder)
  return createDiskStorage(folder)
}

async function store(storage: Storage, key: string): Promise<void> {
  const upload = await storage.stageUpload()
  await upload.write(Readable.from([Buffer.from(key)]), 100)
  await upload.commit(key)
}

const anyTime = () => new Date(Date.now() + DAY_MS)

async function list(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all.toSorted()
}

describe.each(['disk', 'bucket'] as const)('while new files are stored in the %s', target => {
  describeStorage(async () =>
    createMigratingStorage(await openFolder(), await openFolder(), target),
  )
})

test('what is in either place is read and listed once, and removed from both', async () => {
  const disk = await openFolder()
  const bucket = await openFolder()
  const both = createMigratingStorage(disk, bucket, 'bucket')
  for (const key of ['7/old', '7/copied']) await store(disk, key)
  for (const key of ['7/new', '7/copied']) await store(bucket, key)
  await disk.putImage('old/320.webp', Buffer.from('old'))
  await bucket.putImage('new/320.webp', Buffer.from('new'))

  for (const key of ['7/old', '7/copied', '7/new'])
    expect(await text(await both.read(key))).toBe(key)
  expect(await list(both.listFiles(anyTime()))).toEqual(['7/copied', '7/new', '7/old'])
  expect(await list(both.listImageKeys(anyTime()))).toEqual(['new', 'old'])
  expect(await text((await both.readImage('new/320.webp'))!)).toBe('new')

  await both.remove('7/copied')
  expect([await disk.fileSize('7/copied'), await bucket.fileSize('7/copied')]).toEqual([
    undefined,
    undefined,
  ])
})

test('a file in the trash is in the trash of both, and comes back in both', async () => {
  const disk = await openFolder()
  const bucket = await openFolder()
  const both = createMigratingStorage(disk, bucket, 'disk')
  await store(disk, '7/copied')
  await store(bucket, '7/copied')

  await both.trash.files.moveToTrash('7/copied')
  expect(await list(both.listFiles(anyTime()))).toEqual([])
  expect(await list(bucket.trash.files.listKeys(anyTime()))).toEqual(['7/copied'])

  await both.trash.files.restore('7/copied')
  expect(await list(disk.listFiles(anyTime()))).toEqual(['7/copied'])
  expect(await list(bucket.listFiles(anyTime()))).toEqual(['7/copied'])
})
