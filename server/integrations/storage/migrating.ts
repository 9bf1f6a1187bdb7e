import type { IncomingFiles, Storage, Trash } from './storage.ts'

/**
 * Creates the storage of a marketplace whose files move from the disk to a bucket. What is in either can be read, and
 * what is removed is removed from both, so that no copy of a deleted file is left.
 * @param target where new files are stored. While several processes are restarted one after the other, they can differ in
 * it, since all of them read both
 */
export function createMigratingStorage(
  disk: Storage,
  bucket: Storage,
  target: 'disk' | 'bucket',
): Storage {
  const both = [disk, bucket]
  const writable = target === 'disk' ? disk : bucket
  const onBoth = async (call: (storage: Storage) => Promise<void>) => {
    for (const storage of both) await call(storage)
  }
  const isOnDisk = async (key: string) => (await disk.fileSize(key)) !== undefined
  const hasImagesOnDisk = async (key: string) => (await disk.findImages(key)).length > 0

  return {
    stageUpload: () => writable.stageUpload(),
    putImage: (key, bytes) => writable.putImage(key, bytes),
    read: async (key, range) => ((await isOnDisk(key)) ? disk : bucket).read(key, range),
    readImage: async key => (await disk.readImage(key)) ?? bucket.readImage(key),
    signDownload: async (key, headers) =>
      ((await isOnDisk(key)) ? disk : bucket).signDownload(key, headers),
    fileSize: async key => (await disk.fileSize(key)) ?? bucket.fileSize(key),
    async findImages(prefix) {
      const onDisk = await disk.findImages(prefix)
      return onDisk.length > 0 ? onDisk : bucket.findImages(prefix)
    },
    async *listFiles(before) {
      yield* disk.listFiles(before)
      yield* omit(bucket.listFiles(before), isOnDisk)
    },
    async *listImageKeys(before) {
      yield* disk.listImageKeys(before)
      yield* omit(bucket.listImageKeys(before), hasImagesOnDisk)
    },
    remove: key => onBoth(storage => storage.remove(key)),
    removeImages: prefix => onBoth(storage => storage.removeImages(prefix)),
    removeStaleUploads: now => onBoth(storage => storage.removeStaleUploads(now)),
    incoming: joinIncoming(disk, bucket, writable),
    trash: {
      files: joinTrash(disk.trash.files, bucket.trash.files),
      images: joinTrash(disk.trash.images, bucket.trash.images),
    },
    assertWritable: () => onBoth(storage => storage.assertWritable()),
  }
}

async function* omit(
  keys: AsyncIterable<string>,
  isOmitted: (key: string) => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const key of keys) if (!(await isOmitted(key))) yield key
}

/** Makes one trash of two. A key that is in both is listed twice, which changes nothing for its readers. */
function joinTrash(...trashes: Trash[]): Trash {
  const inEach = async (call: (trash: Trash) => Promise<void>) => {
    for (const trash of trashes) await call(trash)
  }
  return {
    moveToTrash: key => inEach(trash => trash.moveToTrash(key)),
    restore: key => inEach(trash => trash.restore(key)),
    async *listKeys(before) {
      for (const trash of trashes) yield* trash.listKeys(before)
    },
    remove: key => inEach(trash => trash.remove(key)),
  }
}

/** Joins the incoming files of a disk and a bucket. A file stays where it began, and is adopted there. */
function joinIncoming(disk: Storage, bucket: Storage, writable: Storage): IncomingFiles {
  const find = async (id: string) =>
    (await disk.incoming.receivedBytes(id)) === undefined ? bucket.incoming : disk.incoming
  return {
    create: (id, sizeBytes) => writable.incoming.create(id, sizeBytes),
    receivedBytes: async id => (await find(id)).receivedBytes(id),
    append: async (id, offset, bytes) => (await find(id)).append(id, offset, bytes),
    async adopt(id, key) {
      const isAdoptedOnDisk = (await disk.fileSize(key)) !== undefined
      await (isAdoptedOnDisk ? disk.incoming : await find(id)).adopt(id, key)
    },
    async discard(id) {
      await disk.incoming.discard(id)
      await bucket.incoming.discard(id)
    },
    async *listIds(before) {
      yield* disk.incoming.listIds(before)
      yield* bucket.incoming.listIds(before)
    },
  }
}
