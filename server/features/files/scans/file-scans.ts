import { UNSCANNED_FILE_TYPES } from '#contract/files/file-sizes.ts'
import type { FileRefusal } from '#contract/products/products.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { FileScanner, ScanResult } from '#server/integrations/clamd.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { renewEdition, setNewestVersion } from '../product-files/editions.ts'
import { lockProductOfFile, updateSlot } from '../product-files/queries.ts'
import { releaseFile } from '../product-files/release-file.ts'
import { isListed } from '#server/db/listing.ts'
import { updateProductRow } from '#server/db/product-rows.ts'
import { requestSample } from '../samples/offer-sample.ts'
import { scanFileJob } from '../job-kinds.ts'
import {
  type FileToScan,
  countScanJobs,
  findFileToScan,
  findUnscannedFileIds,
  findWaitingFilesWithoutJob,
  updateFileScan,
  wasFileSold,
} from './queries.ts'

/**
 * Scans a product file, and puts it on sale or refuses it. A file that waits although no scanner is set any more goes
 * on sale unscanned, as every file does then.
 * @throws Error if the storage or the scanner fails, so that the job is repeated
 */
export async function scanFile(context: Context, fileId: number): Promise<void> {
  const { db, scanner } = context
  const file = await findFileToScan(db, fileId)
  if (!file) return
  const result = scanner && (await scan(context, scanner, file))
  await runTransaction(db, async tx => {
    // The lock also waits for a change of the product that replaces or withdraws the file.
    await lockProductOfFile(tx, fileId)
    const current = await findFileToScan(tx, fileId)
    if (!current) return
    if (!result) {
      if (current.isWaiting) await putOnSale(context, tx, current)
    } else if (result.outcome === 'clean') {
      await updateFileScan(tx, fileId, { scanState: 'clean', scannedAt: new Date() })
      if (current.isWaiting) await putOnSale(context, tx, current)
    } else if (result.outcome === 'too_large' && isSoldUnscanned(context, current)) {
      await updateFileScan(tx, fileId, {
        scanState: null,
        scannedAt: new Date(),
        scanRefusal: 'too_large',
      })
      await putOnSale(context, tx, current)
    } else await refuse(context, tx, current, result)
  })
}

type FinishedScan = Exclude<ScanResult, { outcome: 'above_stream_limit' }>

/**
 * Scans a file for malware. A file above the configured limit of the scanner is not sent to it.
 * @throws Error if the scanner reads less than the operator says, or fails, so that the file waits until it is mended
 */
async function scan(
  { storage, config: { clamdMaxBytes } }: Context,
  scanner: FileScanner,
  { storageKey, sizeBytes }: FileToScan,
): Promise<FinishedScan> {
  if (sizeBytes > clamdMaxBytes) return { outcome: 'too_large' }
  const result = await scanner.scan(await storage.read(storageKey))
  if (result.outcome === 'above_stream_limit')
    throw new Error(`clamd refuses files of ${sizeBytes} bytes, which CLAMD_MAX_BYTES allows`)
  return result
}

/** Tells whether a waiting file goes on sale although the scanner does not read it to its end. */
const isSoldUnscanned = (
  { config: { sellsUnscannedFiles } }: Context,
  { type, isWaiting }: FileToScan,
): boolean => isWaiting && sellsUnscannedFiles && UNSCANNED_FILE_TYPES.includes(type)

/** Puts a file on sale that was waiting, in the place of the version before, unless it is not published. */
async function putOnSale(context: Context, tx: Transaction, file: FileToScan): Promise<void> {
  const { id, slotId, productId, productName, sellerId } = file
  if (!context.scanner) await updateFileScan(tx, id, { scanState: null })
  if (!file.isPublished) return requestSample(tx, slotId)
  await updateFileScan(tx, id, { onSaleAt: new Date() })
  await setNewestVersion(tx, { slotId, fileId: id })
  const product = { id: productId, sellerId, editionId: file.editionId }
  await renewEdition(context, tx, product)
  // A product that its seller paused or archived, or that an admin took down, is not for sale, whatever its file is;
  // and one with several new files goes on sale with the last of them.
  if (await isListed(tx, productId))
    await context.notify(tx, sellerId, {
      kind: 'file_published',
      dedupeKey: `file_published:${id}`,
      data: { productId, productName },
    })
}

/**
 * Refuses a file, and ends the sale of its product if this file was on sale. If it is infected, the downloads of those
 * who bought it are closed. A file that was on sale before the scanner
 * was set, and is too large for it, stays on sale, since nothing is known against it.
 */
async function refuse(
  context: Context,
  tx: Transaction,
  file: FileToScan,
  result: Exclude<FinishedScan, { outcome: 'clean' }>,
): Promise<void> {
  const { id, productId, productName, sellerId } = file
  const isMalware = result.outcome === 'infected'
  const refusal: FileRefusal = isMalware ? 'malware' : 'too_large'
  const signature = isMalware ? result.signature : null
  const isRefused = isMalware || file.isWaiting
  context.log.warn(
    { file: id, product: productId, refusal, signature },
    'a product file was refused',
  )
  await updateFileScan(tx, id, {
    ...(isRefused && { scanState: 'refused' }),
    scannedAt: new Date(),
    scanRefusal: refusal,
    scanSignature: signature,
  })
  if (!isRefused) return
  if (file.isNewest) {
    await updateSlot(tx, file.slotId, { currentFileId: null })
    await requestSample(tx, file.slotId)
  }
  if (file.isNewest && file.isSold && file.editionId !== null) {
    await updateProductRow(tx, productId, { editionId: null })
    await context.onSalesClosed(tx, sellerId)
  }
  await releaseFile(context, tx, sellerId, id)
  const areDownloadsClosed = isMalware && (await wasFileSold(tx, id))
  if (areDownloadsClosed) await context.onSoldFileInfected(tx)
  await context.notify(tx, sellerId, {
    kind: 'file_refused',
    dedupeKey: `file_refused:${id}`,
    data: {
      productId,
      productName,
      fileRefusal: refusal,
      areDownloadsClosed,
      ...(signature !== null && { signature }),
    },
  })
}

/** The number of files on sale that are scanned afterwards, and the pause between them, so that uploads come first. */
const BATCH = 200
const PAUSE_MS = 3000

/**
 * Enqueues the scans of files that wait without a job, and, a batch at a time, of files that went on sale before a
 * scanner was set.
 */
export async function enqueueMissingScans({
  db,
  scanner,
}: Pick<Context, 'db' | 'scanner'>): Promise<void> {
  for (const fileId of await findWaitingFilesWithoutJob(db))
    await enqueue(db, scanFileJob, { fileId }, { dedupeKey: `${scanFileJob.kind}:${fileId}` })
  if (!scanner || (await countScanJobs(db)) > 0) return
  const unscanned = await findUnscannedFileIds(db, BATCH)
  for (const [index, fileId] of unscanned.entries()) {
    const runAt = new Date(Date.now() + index * PAUSE_MS)
    await enqueue(
      db,
      scanFileJob,
      { fileId },
      { runAt, dedupeKey: `${scanFileJob.kind}:${fileId}` },
    )
  }
}
