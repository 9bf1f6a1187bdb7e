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

/** A file that has arrived and may still be dropped without a trace. */
export interface ReceivedFile extends StoredFile {
  staged: StagedUpload
  /** As the browser named it: nothing to trust. */
  clientName: string
}

export interface Upload {
  fields: Record<string, string>
  files: Partial<Record<string, ReceivedFile>>
  /** Drops what was not committed. Safe to call more than once. */
  discard(): Promise<void>
}

/** Uploads that may stream to the disk at the same time; the others wait with their bytes unread. */
const AT_ONCE = 8
const slots = pLimit(AT_ONCE)

/** How long a sender may say nothing in the middle of an upload. */
const SILENCE_MS = 30_000

const TEXT_MAX_BYTES = 16 * 1024
const PARTS_MAX = 12
/** Room for the text fields and the multipart lines themselves. */
const ENVELOPE_BYTES = 256 * 1024
/** A browser that is still sending never reads an answer, so a refused upload is read on up to here. */
const DRAIN_MAX_BYTES = 256 * 1024 * 1024

/**
 * Streams a multipart body: texts into memory, each file into a staged place on its way to storage.
 * @param maxBytes how large each named file may be; files of other names are refused
 * @throws ApiError ERROR_UPLOADING_FILES for a file too large, INVALID_DATA for a body that is not
 *   multipart or has parts we do not know. Nothing is left behind.
 */
export function readUpload(
  request: FastifyRequest,
  storage: Storage,
  maxBytes: Record<string, number>,
): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('INVALID_DATA', 'not multipart')
  const hopeless = Object.values(maxBytes).reduce((sum, bytes) => sum + bytes, ENVELOPE_BYTES)
  return slots(async () => {
    // A phone that lost its signal says no goodbye: its place goes to the next one.
    request.raw.setTimeout(SILENCE_MS, () => request.raw.destroy())
    if (Number(request.headers['content-length'] ?? 0) > hopeless) {
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
): Promise<Upload> {
  const fields: Record<string, string> = {}
  const files: Partial<Record<string, ReceivedFile>> = {}
  const staged: StagedUpload[] = []
  const discard = async () => void (await Promise.all(staged.map(place => place.discard())))

  async function take(part: Multipart): Promise<void> {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      return
    }
    const most = maxBytes[part.fieldname]
    if (most === undefined || files[part.fieldname])
      throw new ApiError('INVALID_DATA', `unexpected file ${part.fieldname}`)
    const place = await storage.stageUpload()
    staged.push(place)
    const stored = await place.write(part.file, most)
    // A browser sends a file input that was left empty as a nameless part without bytes.
    if (stored.sizeBytes === 0 && part.filename === '') return
    files[part.fieldname] = { ...stored, staged: place, clientName: part.filename }
  }

  try {
    const parts = request.parts({
      limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: TEXT_MAX_BYTES, parts: PARTS_MAX },
    })
    for await (const part of parts) await take(part)
    return { fields, files, discard }
  } catch (error) {
    await discard()
    await drain(request)
    throw error instanceof FileTooLarge
      ? new ApiError('ERROR_UPLOADING_FILES', error.message)
      : error
  }
}

/** Reads the rest of a refused body, up to a bound and only as long as someone sends. */
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
