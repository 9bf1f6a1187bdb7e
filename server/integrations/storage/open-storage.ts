import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDiskStorage, openStoredObjects } from './disk.ts'
import { createMigratingStorage } from './migrating.ts'
import type { S3Settings } from './s3/s3.ts'
import type { Storage, StoredObjects } from './storage.ts'

type StorageConfig = Pick<Config, 'dataDir' | 's3' | 'storageMigration'>

const diskFolder = ({ dataDir }: StorageConfig): string => join(dataDir, 'storage')

async function openBucket(settings: S3Settings, { dataDir }: StorageConfig): Promise<Storage> {
  // The SDK takes a tenth of a second to load, which servers without object storage do not need.
  const { createS3Storage } = await import('./s3/s3.ts')
  return createS3Storage(settings, join(dataDir, 'temp'))
}

/** Returns the folder in which the files are stored; undefined if they are in a bucket. */
export const findDiskFolder = (config: StorageConfig): string | undefined =>
  config.s3 === undefined ? diskFolder(config) : undefined

/**
 * Opens the storage of the settings: the bucket if one is named, else the folder on the disk, and both while files move
 * from one to the other.
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return createDiskStorage(diskFolder(config))
  if (config.storageMigration === undefined) return openBucket(config.s3, config)
  const { disk, bucket } = await openBothStorages(config)
  return createMigratingStorage(disk, bucket, config.storageMigration)
}

/**
 * Opens the disk and the bucket between which files move.
 * @throws Error if the settings do not say that files move
 */
export async function openBothStorages(
  config: StorageConfig,
): Promise<{ disk: Storage; bucket: Storage }> {
  if (!config.s3 || config.storageMigration === undefined)
    throw new Error(
      'Set S3_BUCKET and STORAGE_MIGRATION first: docs/operations/storage.md tells how.',
    )
  return {
    disk: await createDiskStorage(diskFolder(config)),
    bucket: await openBucket(config.s3, config),
  }
}

/** Opens the storage of the settings for reading only. Nothing is created unless files move to the bucket. */
export async function openStorageForReading(config: StorageConfig): Promise<StoredObjects> {
  if (!config.s3) return openStoredObjects(diskFolder(config))
  if (config.storageMigration !== undefined) return openStorage(config)
  const { openS3Objects } = await import('./s3/s3.ts')
  return openS3Objects(config.s3)
}
