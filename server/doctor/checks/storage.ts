import { randomBytes, randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import { openStorage } from '#server/integrations/storage/open-storage.ts'
import { type Finding, describeError, fault, ok } from '../finding.ts'

const TEST_BYTES = 64 * 1024
/** The number of the largest uploads for which there must be room. */
const LARGEST_UPLOADS = 4
const GB = 1e9

/** Writes a file into the storage of the settings, reads it back and deletes it. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const place = config.s3
    ? `the bucket ${config.s3.bucket}`
    : `the folder ${config.dataDir}/storage`
  const content = randomBytes(TEST_BYTES)
  const key = `doctor/${randomUUID()}`
  try {
    const storage = await openStorage(config)
    const upload = await storage.stageUpload()
    await upload.write(toIterable(content), TEST_BYTES)
    await upload.commit(key)
    const copy = await buffer(await storage.read(key))
    await storage.remove(key)
    if (!copy.equals(content))
      return [fault(`${place} returned other bytes than were stored`, 'Check the disk for errors.')]
    return [ok(`${place} stores, returns and deletes a file`)]
  } catch (error) {
    return [
      fault(
        `${place} does not work: ${describeError(error)}`,
        config.s3
          ? 'Check the settings S3_…, that the bucket exists, and that the key may read, write, list and delete.'
          : 'Create DATA_DIR, and make it belong to the user that runs the server.',
      ),
    ]
  }
}

/** Checks that the disk that receives uploads has room for the largest. */
export async function checkDisk({
  dataDir,
  productFileMaxBytes,
  sellerQuotaBytes,
}: Pick<Config, 'dataDir' | 'productFileMaxBytes' | 'sellerQuotaBytes'>): Promise<Finding[]> {
  const space = await statfs(dataDir).catch(() => undefined)
  if (!space)
    return [fault(`there is no folder ${dataDir}`, 'Create DATA_DIR for the user of the server.')]
  const freeBytes = space.bsize * space.bavail
  const text = `${(freeBytes / GB).toFixed(1)} GB are free in ${dataDir}`
  const neededBytes = LARGEST_UPLOADS * Math.min(productFileMaxBytes, sellerQuotaBytes)
  if (freeBytes < neededBytes)
    return [
      fault(
        text,
        `Make room: ${LARGEST_UPLOADS} uploads of the largest size need ${(neededBytes / GB).toFixed(1)} GB.`,
      ),
    ]
  return [ok(text)]
}

async function* toIterable(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
