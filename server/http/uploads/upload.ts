import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Multipart } from '@fastify/multipart'
import { sum } from '#contract/core/sum.ts'
import {
  type StagedUpload,
  type Storage,
  type StoredFile,
  FileTooLargeError,
} from '#server/integrations/storage/storage.ts'
import { ApiError } from '../api-error.ts'
import { toIpAddressKey } from '../rate-limit/address-key.ts'
import { CHUNK_SLOTS, FORM_SLOTS, UploadSlots } from './upload-slots.ts'

/** An uploaded file that is not committed yet and can still be discarded. */
export interface ReceivedFile extends StoredFile {
  staged: StagedUpload
  /** The user who uploaded the file. */
  ownerId: number
  /** The file name that the browser sent. It must not be trusted. */
  clientName: string
}

export interface ReceivedUpload {
  fields: Record<string, string>
  files: Partial<Record<string, ReceivedFile>>
  /** Discards those files that were not committed. The function can be called more than once. */
  discard(): Promise<void>
}

// A chunk never waits behind the forms and the slow chunks of others.
const formSlots = new UploadSlots(FORM_SLOTS)
const chunkSlots = new UploadSlots(CHUNK_SLOTS)

const TEXT_MAX_BYTES = 16 * 1024
/** The form of a product has eleven fields and two files. */
const PARTS_MAX = 16
/** The maximum size in bytes of the headers of one part. */
const PART_HEADERS_MAX_BYTES = 8 * 1024
/** The number of bytes that an upload can have besides its files: text fields and multipart headers. */
const ENVELOPE_BYTES = 256 * 1024
/**
 * The maximum size in bytes of a refused body that is read to its end. Browsers read the response only after they have
 * sent the whole body.
 */
const DRAIN_MAX_BYTES = 256 * 1024 * 1024

/**
 * Reads a multipart body: text fields into memory, and each file into a temporary file of the storage. On an error the
 * temporary files are removed.
 * @param maxBytes the maximum size of each expected file; files with other names are refused
 * @throws ApiError ERROR_UPLOADING_FILES if a file is too large;
 *   ERROR_FILE_EMPTY if one has no bytes;
 *   INVALID_DATA if the body is not multipart or has unexpected parts;
 *   ERROR_SERVICE_UNAVAILABLE if too many uploads wait;
 *   ERROR_UPLOAD_TOO_SLOW if it is one of the slowest while others wait
 */
export async function readUpload(
  request: FastifyRequest,
  storage: Storage,
  maxBytes: Record<string, number>,
): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new ApiError('INVALID_DATA', 'not multipart')
  const maxTotalBytes = ENVELOPE_BYTES + sum(Object.values(maxBytes))
  return runInSlot(formSlots, request, async signal => {
    if (Number(request.headers['content-length'] ?? 0) > maxTotalBytes) {
      await drain(request, signal)
      throw new ApiError('ERROR_UPLOADING_FILES', 'content-length')
    }
    return readParts(request, storage, maxBytes, signal)
  })
}

/**
 * Reads the body of a request with a chunk of a file as soon as one of the slots for chunks is free.
 * @param receive reads the body until the signal aborts, whose reason is the error to answer
 * @throws ApiError ERROR_SERVICE_UNAVAILABLE if too many chunks wait
 */
export const runInChunkSlot = <T>(
  request: FastifyRequest,
  receive: (signal: AbortSignal) => Promise<T>,
): Promise<T> => runInSlot(chunkSlots, request, receive)

function runInSlot<T>(
  slots: UploadSlots,
  request: FastifyRequest,
  receive: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const owner = {
    userId: request.sessionUser!.id,
    address: toIpAddressKey(request.ip),
    body: request.raw,
  }
  return slots.run(owner, async signal => {
    // A connection that was closed while the upload waited sends no event that would end the upload.
    if (request.raw.destroyed) throw new ApiError('INVALID_DATA', 'connection closed')
    return receive(signal)
  })
}

async function readParts(
  request: FastifyRequest,
  storage: Storage,
  maxBytes: Record<string, number>,
  signal: AbortSignal,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  const files: Partial<Record<string, ReceivedFile>> = {}
  const staged: StagedUpload[] = []
  const discard = async () =>
    void (await Promise.all(staged.map(stagedUpload => stagedUpload.discard())))

  async function receivePart(part: Multipart): Promise<void> {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      return
    }
    const limitBytes = maxBytes[part.fieldname]
    if (limitBytes === undefined || files[part.fieldname])
      throw new ApiError('INVALID_DATA', `unexpected file ${part.fieldname}`)
    const place = await storage.stageUpload()
    staged.push(place)
    const stored = await place.write(readFile(addAbortSignal(signal, part.file)), limitBytes)
    // Browsers send an empty file input as a part without a name and without bytes.
    if (stored.sizeBytes === 0 && part.filename === '') return
    const ownerId = request.sessionUser!.id
    files[part.fieldname] = {
      ...stored,
      staged: place,
      ownerId,
      clientName: unescapeFileName(part.filename),
    }
  }

  try {
    const parts = parseParts(request)
    for (;;) {
      const next = await orAbort(parts.next(), signal)
      if (next.done) {
        // A body that was cut off has failed before, so that an empty file is one on the sender's disk.
        if (Object.values(files).some(file => file?.sizeBytes === 0))
          throw new ApiError('ERROR_FILE_EMPTY')
        return { fields, files, discard }
      }
      await receivePart(next.value)
    }
  } catch (error) {
    await discard()
    await drain(request, signal)
    signal.throwIfAborted()
    if (error instanceof FileTooLargeError)
      throw new ApiError('ERROR_UPLOADING_FILES', error.message)
    throw error
  }
}

/**
 * Undoes the escapes of a file name in a multipart body. Browsers escape these three characters only, so that a percent
 * sign stands for itself. Source: HTML, multipart form data.
 */
const unescapeFileName = (name: string): string =>
  name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * Reads the bytes of a file in a multipart body. The body can have ended before the first byte is read.
 * @throws ApiError INVALID_DATA if the body ends in the middle of the file
 */
async function* readFile(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw new ApiError('INVALID_DATA', 'file cut off', { cause: error })
  }
}

/**
 * Parses the parts of a multipart body.
 * @throws ApiError INVALID_DATA if the body is not multipart or ends too early
 */
async function* parseParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({
      limits: {
        fileSize: Number.MAX_SAFE_INTEGER,
        fieldSize: TEXT_MAX_BYTES,
        headerSize: PART_HEADERS_MAX_BYTES,
        parts: PARTS_MAX,
      },
    })
  } catch (error) {
    // Errors of the multipart plugin itself have a status and are passed on. Errors without a status come from its
    // parser and mean that the body is malformed.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new ApiError('INVALID_DATA', 'malformed multipart', { cause: error })
  }
}

/** Waits for a promise, unless the signal aborts first: then its reason is thrown. */
async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Reads and discards the rest of a refused body, up to a maximum size and as long as data arrives. Once the signal
 * aborts, the rest is still discarded, but not waited for.
 */
async function drain(request: FastifyRequest, signal: AbortSignal): Promise<void> {
  const { raw } = request
  raw.unpipe()
  if (raw.readableEnded || raw.destroyed) return
  await new Promise<void>(resolve => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DRAIN_MAX_BYTES) raw.destroy()
    })
    raw
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
    raw.resume()
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}
