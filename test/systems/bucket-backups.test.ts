import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { runBackupScript } from '#tools/database/backup-tools.ts'
import { findDebianPostgres } from '#tools/database/debian-postgres.ts'
import { type PostgresServer, startPostgres } from '#tools/database/postgres-server.ts'
import { type SwiftServer, startSwift } from '#tools/object-storage/swift-server.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'

let swift: SwiftServer
let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  swift = await startSwift()
  postgres = await startPostgres({ binaries: await findDebianPostgres() })
  folder = await mkdtemp(join(tmpdir(), 'kiosko-backups-'))
  await writeFile(join(folder, 'password'), 'password of the backups')
}, 120_000)
afterAll(async () => {
  await Promise.all([swift.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
})

test('a shop with a bucket is backed up into another bucket, and gets a deleted object back', async () => {
  await postgres.createDatabase('shop')
  const databaseUrl = `${postgres.url}/shop`
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await migrateDatabase(database)
  const bucket = await swift.createBucket('products')
  const repository = await swift.createBucket('backups')
  const shop = await createTestApp(bucket, { database })
  await insertTestCategories(shop.db)
  const settings = {
    ...bucket,
    DATABASE_URL: databaseUrl,
    DATA_DIR: shop.folder,
    // restic's own client signs chunks over plain http, which Swift does not know.
    RESTIC_REPOSITORY: `rclone:backups:${repository.S3_BUCKET}`,
    RCLONE_CONFIG_BACKUPS_TYPE: 's3',
    RCLONE_CONFIG_BACKUPS_PROVIDER: 'Other',
    RCLONE_CONFIG_BACKUPS_ENDPOINT: swift.endpoint,
    RCLONE_CONFIG_BACKUPS_REGION: repository.S3_REGION,
    RCLONE_CONFIG_BACKUPS_ACCESS_KEY_ID: repository.S3_ACCESS_KEY_ID,
    RCLONE_CONFIG_BACKUPS_SECRET_ACCESS_KEY: repository.S3_SECRET_ACCESS_KEY,
    AWS_CA_BUNDLE: '',
    RESTIC_PASSWORD_FILE: join(folder, 'password'),
    BUCKET_COPY: join(folder, 'copy'),
  }
  const listKeys = async (Bucket: string) =>
    (await swift.client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key!)
  const { token } = await createPaidOrder(shop)
  const before = await shop.readOrder(token)

  await runBackupScript('backup.sh', settings)
  const keys = (await listKeys(bucket.S3_BUCKET))!
  for (const Key of keys)
    await swift.client.send(new DeleteObjectCommand({ Bucket: bucket.S3_BUCKET, Key }))
  await runBackupScript('backup.sh', settings)
  await expect(runBackupScript('restore.sh', settings, 'latest')).rejects.toThrow('Use --replace')
  await runBackupScript('restore.sh', settings, 'latest', '--replace')

  expect((await listKeys(bucket.S3_BUCKET))!.sort()).toEqual(keys.sort())
  expect(await shop.readOrder(token)).toEqual(before)
  const file = await fetch(before.items[0]!.downloadUrl!)
  expect((await file.text()).startsWith('%PDF')).toBe(true)
  expect((await listKeys(repository.S3_BUCKET))!.some(key => key.startsWith('data/'))).toBe(true)
  expect(await readdir(join(folder, 'copy'))).toEqual(['deleted', 'objects'])
  await shop.close()
})
