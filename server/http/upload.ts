import type { FastifyRequest } from 'fastify'
import type { Multipart } from '@fastify/multipart'
import pLimit from 'p-limit'
import {
  type StagedUpload,
  type Storage,
  type StoredFile,
  FileTooLarge,
} from '#server/integrations/storage/storage.ts'
import { ApiError } from './api-error.ts'

/** A received file that is not committed yet and can still be discarded. */
export interface ReceivedFile extends StoredFile {
  staged: StagedUpload
  /** The file name that the browser sent, which must not be trusted. */
  clientName: string
}

export interface ReceivedUpload {
  fields: Record<string, string>
  files: Partial<Record<string, ReceivedFile>>
  /** Discards the files that were not committed. It can be called more than once. */
  discard(): Promise<void>
}

/** The number of uploads that are written at the same time; further uploads wait unread. */
const MAX_CONCURRENT_UPLOADS = 8
const slots = pLimit(MAX_CONCURRENT_UPLOADS)

/** The time after which an upload without new data is aborted. */
const IDLE_TIMEOUT_MS = 30_000

const TEXT_MAX_BYTES = 16 * 1024
const PARTS_MAX = 12
/** The allowed size of text fields and multipart headers. */
const ENVELOPE_BYTES = 256 * 1024
/**
 * The maximum size of a refused body that is read to its end, because browsers read the response only after sending.
 */
const DRAIN_MAX_BYTES = 256 * 1024 * 1024

/**
 * Reads a multipart body: text fields into memory, each file into a temporary file of the storage. On an error nothing
 * remains.
 * @param maxBytes the maximum size of each expected file; files with other names are refused
 * @throws ApiError ERROR_UPLOADING_FILES if a file is too large; INVALID_DATA if the body is not multipart or has
 *   unexpected parts
 */
export function readUpload(
  request: FastifyRequest,
  storage: Storage,
  maxBytes: Record<string, number>,
): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new ApiError('INVALID_DATA', 'not multipart')
  const maxTotalBytes = Object.values(maxBytes).reduce((sum, bytes) => sum + bytes, ENVELOPE_BYTES)
  return slots(async () => {
    // A client that lost its connection sends no end, so the timeout frees its slot.
    request.raw.setTimeout(IDLE_TIMEOUT_MS, () => request.raw.destroy())
    if (Number(request.headers['content-length'] ?? 0) > maxTotalBytes) {
      await drain(request)
      throw new ApiError('ERROR_UPLOADING_FILES', 'content-length')
    }
    return readParts(request, storage, maxBytes)
  })
}

async function readParts(
  request: FastifyRequest,
  storage: Storage,
  maxBytes: Record<string, number>,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  const files: Partial<Record<string, ReceivedFile>> = {}
  const staged: StagedUpload[] = []
  let isFileCut = false
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
    part.file.once('error', () => (isFileCut = true))
    const stored = await place.write(part.file, limitBytes)
    // Browsers send an empty file input as a part without a name and without bytes.
    if (stored.sizeBytes === 0 && part.filename === '') return
    files[part.fieldname] = { ...stored, staged: place, clientName: part.filename }
  }

  try {
    for await (const part of parseParts(request)) await receivePart(part)
    return { fields, files, discard }
  } catch (error) {
    await discard()
    await drain(request)
    if (error instanceof FileTooLarge) throw new ApiError('ERROR_UPLOADING_FILES', error.message)
    throw isFileCut ? new ApiError('INVALID_DATA', 'file cut off', { cause: error }) : error
  }
}

/** @throws ApiError INVALID_DATA if the body is not multipart or ends too early */
async function* parseParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({
      limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: TEXT_MAX_BYTES, parts: PARTS_MAX },
    })
  } catch (error) {
    // The plugin's own errors carry a status; the errors of its parser about a malformed body do not.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new ApiError('INVALID_DATA', 'malformed multipart', { cause: error })
  }
}

/** Reads the rest of a refused body, up to a limit and as long as data arrive. */
async function drain(request: FastifyRequest): Promise<void> {
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
  })
}
