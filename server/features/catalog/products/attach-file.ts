import type { Transaction } from '#server/db/client.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import type { FileScanner } from '#server/integrations/clamd.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { scanFileJob } from '../file-scans/job.ts'
import { countPagesJob } from '../pdf-pages/job.ts'
import { type StorageQuotaDeps, reserveQuota } from '../storage-quota.ts'
import { insertFileVersion, updateProductRow } from './publish-queries.ts'
import { releaseFile, releaseWaitingFiles } from './release-file.ts'
import { toSafeFileName } from './safe-file-name.ts'

/** An uploaded product file whose type was detected from its content. */
export interface CheckedFile extends ReceivedFile {
  type: string
  mime: string
}

/**
 * Adds a stored file as the next version of a product. Without a scanner it goes on sale at once and replaces the current
 * version; with one, it waits for its scan.
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED if the quota is full
 */
export async function attachFile(
  deps: StorageQuotaDeps & { scanner: FileScanner | undefined },
  tx: Transaction,
  product: { id: number; sellerId: number; fileId: number | null },
  storageKey: string,
  { clientName, type, mime, sizeBytes, sha256 }: CheckedFile,
): Promise<void> {
  const { id: productId, sellerId } = product
  const isScanned = deps.scanner !== undefined
  // Versions that are no longer needed are released before the new one is added, so that the quota only needs room for
  // the difference in size.
  await releaseWaitingFiles(deps, tx, product)
  if (!isScanned) await releaseFile(deps, tx, sellerId, product.fileId)
  await reserveQuota(deps, tx, sellerId, sizeBytes)
  const fileId = await insertFileVersion(tx, {
    productId,
    storageKey,
    fileName: toSafeFileName(clientName, type),
    type,
    mime,
    sizeBytes,
    sha256,
    scanState: isScanned ? 'waiting' : null,
  })
  if (isScanned) await enqueue(tx, scanFileJob, { fileId })
  else await updateProductRow(tx, productId, { fileId })
  if (type === 'pdf') await enqueue(tx, countPagesJob, { storageKey })
}
