import type pg from 'pg'
import { DAY_MS } from '#contract/core/time.ts'
import type { InvariantFinding } from '#contract/invariants.ts'
import type { StoredObjects } from '#server/integrations/storage/storage.ts'
import { type Findings, createFindings } from '../findings.ts'

const BATCH_SIZE = 500
/**
 * An object without a row counts only after this time. An upload may not be committed yet, and the daily orphan cleanup
 * may not have seen what a crash has left.
 */
const ORPHAN_AGE_MS = 3 * DAY_MS

type Client = Pick<pg.ClientBase, 'query'>

/** The files of products that have not been released, and the samples that were cut from them, in batches by id. */
const FILES = [
  `select id, storage_key as key, size_bytes::float8 as size from product_files
   where released_at is null and id > $1 order by id limit $2`,
  `select file_id as id, storage_key as key, size_bytes::float8 as size from product_samples
   where storage_key is not null and file_id > $1 order by file_id limit $2`,
]
/** The files of uploads that a product can take. They are few, since they end within days. */
const UPLOADED_FILES = `
  select storage_key as key, size_bytes::float8 as size from uploads
  where state = 'ready' and taken_at is null and ($1::text is null or storage_key = $1)`

/** The images that pages of the marketplace show. Each of the four tables has ids of its own. */
const IMAGES = [
  `select id, image_key as key from products where deleted_at is null and image_key <> '' and id > $1
    order by id limit $2`,
  `select w.product_id as id, w.image_key as key from working_copies w join products p on p.id = w.product_id
   where p.deleted_at is null and w.image_key is not null and w.product_id > $1 order by w.product_id limit $2`,
  `select v.id, v.image_key as key from product_previews v join products p on p.id = v.product_id
   where p.deleted_at is null and v.id > $1 order by v.id limit $2`,
  `select user_id as id, profile_picture_key as key from profiles
   where profile_picture_key is not null and user_id > $1 order by user_id limit $2`,
]

const REFERENCED_FILES = `
  select storage_key as key from product_files where storage_key = any($1)
  union select storage_key from product_samples where storage_key = any($1)
  union select storage_key from uploads where storage_key = any($1)`
const REFERENCED_IMAGES = `
  select image_key as key from products where image_key = any($1)
  union select image_key from working_copies where image_key = any($1)
  union select image_key from product_previews where image_key = any($1)
  union select profile_picture_key from profiles where profile_picture_key = any($1)`

interface Row {
  id: number
  key: string
  size?: number
}

/**
 * Compares rows and stored objects in both directions, batch by batch. It runs outside of the snapshot, which the walk
 * over a large storage would keep open for long. What seems to be missing is therefore read once more: its row may have
 * been deleted meanwhile.
 */
export async function checkStorage(
  client: Client,
  storage: StoredObjects,
): Promise<InvariantFinding[]> {
  const missingFiles = createFindings('file_missing')
  const isFileStored = async ({ key, size }: Pick<Row, 'key' | 'size'>) =>
    (await storage.fileSize(key)) === size
  for (const query of FILES) await addMissing(client, query, missingFiles, isFileStored)
  await addMissingUploads(client, missingFiles, isFileStored)
  const missingImages = createFindings('image_missing')
  for (const query of IMAGES)
    await addMissing(client, query, missingImages, async ({ key }) => {
      return (await storage.findImages(key)).length > 0
    })
  const storedBefore = new Date(Date.now() - ORPHAN_AGE_MS)
  const orphanedFiles = createFindings('file_orphaned')
  await addOrphans(client, REFERENCED_FILES, orphanedFiles, storage.listFiles(storedBefore))
  const orphanedImages = createFindings('image_orphaned')
  await addOrphans(client, REFERENCED_IMAGES, orphanedImages, storage.listImageKeys(storedBefore))
  return [missingFiles, missingImages, orphanedFiles, orphanedImages].flatMap(findings =>
    findings.result(),
  )
}

async function addMissingUploads(
  client: Client,
  findings: Findings,
  isStored: (row: Omit<Row, 'id'>) => Promise<boolean>,
): Promise<void> {
  const readRows = async (key: string | null) =>
    (await client.query<Omit<Row, 'id'>>(UPLOADED_FILES, [key])).rows
  for (const row of await readRows(null)) {
    if (await isStored(row)) continue
    const [current] = await readRows(row.key)
    if (current && !(await isStored(current))) findings.add([row.key])
  }
}

async function addMissing(
  client: Client,
  query: string,
  findings: Findings,
  isStored: (row: Row) => Promise<boolean>,
): Promise<void> {
  const readRows = async (after: number, limit: number) =>
    (await client.query<Row>(query, [after, limit])).rows
  for (let after = 0; ;) {
    const rows = await readRows(after, BATCH_SIZE)
    for (const row of rows) {
      if (await isStored(row)) continue
      const [current] = await readRows(row.id - 1, 1)
      if (current?.id === row.id && !(await isStored(current))) findings.add([current.key])
    }
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)!.id
  }
}

async function addOrphans(
  client: Client,
  query: string,
  findings: Findings,
  keys: AsyncIterable<string>,
): Promise<void> {
  const check = async (batch: string[]) => {
    const { rows } = await client.query<{ key: string }>(query, [batch])
    const referenced = new Set(rows.map(({ key }) => key))
    for (const key of batch) if (!referenced.has(key)) findings.add([key])
  }
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    await check(batch)
    batch = []
  }
  if (batch.length > 0) await check(batch)
}
