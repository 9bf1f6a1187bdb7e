import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import {
  FileTooLargeError,
  INCOMING_CHUNK_BYTES,
  type Storage,
} from '#server/integrations/storage/storage.ts'

async function list(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all.toSorted()
}

/** Every object of a test was stored before this date. */
const tomorrow = () => new Date(Date.now() + DAY_MS)
const yesterday = () => new Date(Date.now() - DAY_MS)

async function store(storage: Storage, key: string, bytes: Buffer) {
  const staged = await storage.stageUpload()
  const stored = await staged.write(Readable.from([bytes]), bytes.length)
  await staged.commit(key)
  return { ...stored, path: staged.path }
}

/**
 * Describes what every storage does, whatever it stores its files in.
 * @param open opens an empty storage
 */
export function describeStorage(open: () => Promise<Storage>): void {
  describe('product files', () => {
    test.each([0, 1, 100_000, 20_000_000])(
      'a file of %d bytes is read as it was stored',
      async size => {
        const storage = await open()
        const bytes = randomBytes(size)
        const key = `7/${randomUUID()}`

        const { path, ...stored } = await store(storage, key, bytes)

        expect(stored).toEqual({
          sizeBytes: size,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          crc32: crc32(bytes),
        })
        expect(await storage.fileSize(key)).toBe(size)
        expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true)
        await expect(stat(path)).rejects.toThrow('ENOENT')
      },
    )

    test('a range has its first and its last byte', async () => {
      const storage = await open()
      await store(storage, '7/a', Buffer.from('0123456789'))

      const part = await buffer(await storage.read('7/a', { start: 2, end: 5 }))

      expect(part.toString()).toBe('2345')
    })

    test('an upload that is too large leaves nothing', async () => {
      const storage = await open()
      const staged = await storage.stageUpload()

      const written = staged.write(Readable.from([Buffer.alloc(11)]), 10)

      await expect(written).rejects.toThrow(FileTooLargeError)
      await expect(stat(staged.path)).rejects.toThrow('ENOENT')
      expect(await list(storage.listFiles(tomorrow()))).toEqual([])
    })

    test('a file that was never stored, or was removed, cannot be read', async () => {
      const storage = await open()
      await store(storage, '7/a', Buffer.from('x'))
      await storage.remove('7/a')
      await storage.remove('7/a')

      for (const key of ['7/a', '7/never']) {
        await expect(storage.read(key)).rejects.toThrow()
        expect(await storage.fileSize(key)).toBeUndefined()
      }
    })

    test('files are listed if they were stored before a date', async () => {
      const storage = await open()
      for (const key of ['7/b', '7/a', '8/c']) await store(storage, key, Buffer.from('x'))

      expect(await list(storage.listFiles(tomorrow()))).toEqual(['7/a', '7/b', '8/c'])
      expect(await list(storage.listFiles(yesterday()))).toEqual([])
    })
  })

  describe('public images', () => {
    test('are read by their key, listed by their prefix and removed together', async () => {
      const storage = await open()
      await storage.putImage('cover/320.webp', Buffer.from('small'))
      await storage.putImage('cover/640.avif', Buffer.from('large'))
      await storage.putImage('other/320.webp', Buffer.from('other'))

      const image = await storage.readImage('cover/640.avif')
      expect((await buffer(image!)).toString()).toBe('large')
      expect(await storage.readImage('cover/960.webp')).toBeUndefined()
      expect(await list(storage.listImageKeys(tomorrow()))).toEqual(['cover', 'other'])
      expect(await list(storage.listImageKeys(yesterday()))).toEqual([])

      await storage.removeImages('cover')

      expect(await storage.readImage('cover/320.webp')).toBeUndefined()
      expect(await storage.findImages('cover')).toEqual([])
      expect(await storage.findImages('other')).toEqual(['320.webp'])
    })
  })

  describe('the trash', () => {
    test('holds files until they are restored or removed', async () => {
      const storage = await open()
      for (const key of ['7/a', '7/b']) await store(storage, key, Buffer.from(key))
      await storage.trash.files.moveToTrash('7/a')
      await storage.trash.files.moveToTrash('7/b')

      expect(await list(storage.listFiles(tomorrow()))).toEqual([])
      expect(await list(storage.trash.files.listKeys(tomorrow()))).toEqual(['7/a', '7/b'])
      expect(await list(storage.trash.files.listKeys(yesterday()))).toEqual([])
      expect((await buffer(await storage.read('7/a'))).toString()).toBe('7/a')
      expect(await storage.fileSize('7/a')).toBe(3)

      await storage.trash.files.restore('7/a')
      await storage.trash.files.remove('7/b')

      expect(await list(storage.listFiles(tomorrow()))).toEqual(['7/a'])
      expect(await list(storage.trash.files.listKeys(tomorrow()))).toEqual([])
      await expect(storage.read('7/b')).rejects.toThrow()
    })

    test('ignores what was removed meanwhile', async () => {
      const storage = await open()
      await storage.trash.files.restore('7/gone')
      await storage.trash.images.restore('gone')
      await storage.trash.files.moveToTrash('7/gone')
      await storage.trash.images.moveToTrash('gone')

      expect(await list(storage.trash.files.listKeys(tomorrow()))).toEqual([])
      expect(await list(storage.trash.images.listKeys(tomorrow()))).toEqual([])
      await storage.trash.files.remove('7/gone')
      await storage.trash.images.remove('gone')
    })

    test('holds images until they are restored or removed', async () => {
      const storage = await open()
      for (const prefix of ['one', 'two'])
        await storage.putImage(`${prefix}/320.webp`, Buffer.from(prefix))
      await storage.trash.images.moveToTrash('one')
      await storage.trash.images.moveToTrash('two')

      expect(await list(storage.listImageKeys(tomorrow()))).toEqual([])
      expect(await storage.findImages('one')).toEqual([])
      expect(await list(storage.trash.images.listKeys(tomorrow()))).toEqual(['one', 'two'])

      await storage.trash.images.restore('one')
      await storage.trash.images.remove('two')

      expect(await list(storage.listImageKeys(tomorrow()))).toEqual(['one'])
      expect(await storage.findImages('one')).toEqual(['320.webp'])
      expect(await storage.readImage('two/320.webp')).toBeUndefined()
      expect(await list(storage.trash.images.listKeys(tomorrow()))).toEqual([])
    })
  })

  describe('files that arrive in chunks', () => {
    const send = (storage: Storage, id: string, offset: number, bytes: Buffer) =>
      storage.incoming.append(id, offset, Readable.from([bytes], { objectMode: false }))

    test('are product files once they are whole, with all bytes of chunks that were cut off', async () => {
      const storage = await open()
      const { incoming } = storage
      const id = randomUUID()
      const bytes = randomBytes(2 * INCOMING_CHUNK_BYTES + 1_000_000)
      await incoming.create(id, bytes.length)
      expect(await incoming.receivedBytes(id)).toBe(0)

      let offset = 0
      for (const length of [3_000_000, INCOMING_CHUNK_BYTES, 6_000_000, 1, INCOMING_CHUNK_BYTES]) {
        const end = Math.min(offset + length, bytes.length)
        expect(await send(storage, id, offset, bytes.subarray(offset, end))).toBe(end)
        if (end < bytes.length) expect(await incoming.receivedBytes(id)).toBe(end)
        offset = end
      }
      await incoming.adopt(id, '7/whole')
      await incoming.adopt(id, '7/whole')

      expect((await buffer(await storage.read('7/whole'))).equals(bytes)).toBe(true)
      expect(await incoming.receivedBytes(id)).toBeUndefined()
      expect(await list(incoming.listIds(tomorrow()))).toEqual([])
      expect(await list(storage.listFiles(tomorrow()))).toEqual(['7/whole'])
    }, 60_000)

    test('are listed and stay until they are discarded', async () => {
      const storage = await open()
      const { incoming } = storage
      const [id, other] = [randomUUID(), randomUUID()]
      for (const each of [id, other]) await incoming.create(each, 100)
      await send(storage, id, 0, Buffer.from('begun'))
      await storage.removeStaleUploads(new Date(Date.now() + 2 * DAY_MS))

      expect(new Set(await list(incoming.listIds(tomorrow())))).toEqual(new Set([id, other]))
      expect(await list(incoming.listIds(yesterday()))).toEqual([])
      expect(await incoming.receivedBytes(id)).toBe(5)

      await incoming.discard(id)
      await incoming.discard(id)

      expect(await incoming.receivedBytes(id)).toBeUndefined()
      expect(new Set(await list(incoming.listIds(tomorrow())))).toEqual(new Set([other]))
      await expect(incoming.adopt(id, '7/lost')).rejects.toThrow()
    })
  })

  test('a writable storage says so', async () => {
    const storage = await open()

    await expect(storage.assertWritable()).resolves.toBeUndefined()
    await expect(storage.removeStaleUploads()).resolves.toBeUndefined()
  })
}
