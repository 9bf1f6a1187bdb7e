import { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { endUpload, refuseUpload } from './end-upload.ts'
import { checkUploadJob } from './job-kinds.ts'
import { refuseWrongStart } from '../file-types/product-file-type.ts'
import { type UploadRow, findUpload, updateUpload } from './queries.ts'

/** The number of bytes by which a file is judged before the rest is sent. */
const START_BYTES = 256 * 1024

/**
 * The store of the tus server: the bytes are in the storage, and what is known about them in the database. The server
 * calls it while it has the lock of the upload.
 */
export class UploadStore extends DataStore {
  readonly #context: Context

  constructor(context: Context) {
    super()
    this.#context = context
    this.extensions = ['creation', 'termination']
  }

  /** Creates the file of an upload whose row exists. Without the file, the row is deleted. */
  override async create(upload: Upload): Promise<Upload> {
    try {
      await this.#context.storage.incoming.create(upload.id, upload.size!)
    } catch (error) {
      await endUpload(this.#context, upload.id)
      throw error
    }
    return upload
  }

  /** @throws ApiError ERROR_UPLOAD_NOT_FOUND; ERROR_UPLOADING_PRODUCT_FILE if the file was refused */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id)
    if (row.refusal) throw new ApiError(row.refusal, id)
    const { sizeBytes: size, fileName, fingerprint } = row
    return new Upload({
      id,
      size,
      offset: await this.#measure(row),
      metadata: { filename: fileName, fingerprint },
      creation_date: row.createdAt.toISOString(),
    })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id)
    if (row.state !== 'receiving') return offset
    const chunk = offset === 0 ? await this.#judgeStart(row, bytes) : bytes
    const receivedBytes = await this.#context.storage.incoming.append(id, offset, chunk)
    await this.#record(row, receivedBytes)
    return receivedBytes
  }

  override async remove(id: string): Promise<void> {
    await endUpload(this.#context, id)
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findUpload(this.#context.db, id)
    if (!row) throw new ApiError('ERROR_UPLOAD_NOT_FOUND', id)
    return row
  }

  /** Returns how many bytes are stored, and repairs a row whose process was killed before it could write the number. */
  async #measure(row: UploadRow): Promise<number> {
    if (row.state !== 'receiving') return row.sizeBytes
    const receivedBytes = await this.#context.storage.incoming.receivedBytes(row.id)
    if (receivedBytes === undefined) {
      await endUpload(this.#context, row.id)
      throw new ApiError('ERROR_UPLOAD_NOT_FOUND', `${row.id} is not stored`)
    }
    if (receivedBytes !== row.receivedBytes) await this.#record(row, receivedBytes)
    return receivedBytes
  }

  /** Refuses a file by its first bytes. A chunk that was cut off before them passes. */
  async #judgeStart(row: UploadRow, bytes: Readable): Promise<Readable> {
    const { sizeBytes, fileName } = row
    const iterator = bytes.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    const startBytes = Math.min(START_BYTES, sizeBytes)
    const parts: Buffer[] = []
    let length = 0
    while (length < startBytes) {
      const next = await iterator.next()
      if (next.done) break
      parts.push(next.value)
      length += next.value.length
    }
    if (length >= startBytes)
      try {
        await refuseWrongStart(Buffer.concat(parts), sizeBytes, fileName)
      } catch (error) {
        await refuseUpload(this.#context, row, 'ERROR_UPLOADING_PRODUCT_FILE')
        throw error
      }
    return Readable.from(joinChunks(parts, iterator), { objectMode: false })
  }

  /** Stores how many bytes have arrived. The last byte starts the check of the file, once. */
  async #record(row: UploadRow, receivedBytes: number): Promise<void> {
    const { id, sellerId, sizeBytes } = row
    if (receivedBytes < sizeBytes) {
      await updateUpload(this.#context.db, row, { receivedBytes })
      return
    }
    await runTransaction(this.#context.db, async tx => {
      const storageKey = `${sellerId}/${id}`
      const isFirst = await updateUpload(tx, row, { receivedBytes, state: 'checking', storageKey })
      if (isFirst) await enqueue(tx, checkUploadJob, { uploadId: id })
    })
  }
}

async function* joinChunks(parts: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* parts
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}
