import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDiskStorage, openStoredObjects } from './disk.ts'
import type { Storage, StoredObjects } from './storage.ts'

type StorageConfig = Pick<Config, 'dataDir' | 's3'>

const diskFolder = ({ dataDir }: StorageConfig): string => join(dataDir, 'storage')

/** Returns the folder in which the files are stored; undefined if they are in a bucket. */
export const findDiskFolder = (config: StorageConfig): string | undefined =>
  config.s3 === undefined ? diskFolder(config) : undefined

/** Opens the storage of the settings: the bucket if one is named, else the folder on the disk. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return createDiskStorage(diskFolder(config))
  // The SDK takes a tenth of a second to load, which servers without object storage do not need.
  const { createS3Storage } = await import('./s3/s3.ts')
  return createS3Storage(config.s3, join(config.dataDir, 'temp'))
}

/** Opens the storage of the settings for reading only. Nothing is created. */
export async function openStorageForReading(config: StorageConfig): Promise<StoredObjects> {
  if (!config.s3) return openStoredObjects(diskFolder(config))
  const { openS3Objects } = await import('./s3/s3.ts')
  return openS3Objects(config.s3)
}
