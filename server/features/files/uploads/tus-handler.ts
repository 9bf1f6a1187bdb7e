import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ERRORS, type ServerOptions, Server, TUS_RESUMABLE } from '@tus/server'
import { ReadableStream } from 'node:stream/web'
import * as z from 'zod/mini'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { UPLOAD_CHUNK_BYTES, UploadMetadata } from '#contract/files/uploads.ts'
import { ApiError } from '#server/http/api-error.ts'
import { RESPONSE_SENT } from '#server/http/endpoint.ts'
import { runInChunkSlot } from '#server/http/uploads/upload.ts'
import type { Context } from '#server/context.ts'
import { findUpload } from './queries.ts'
import { startUpload } from './start-upload.ts'
import { createUploadLocker } from './upload-lock.ts'
import { UploadStore } from './upload-store.ts'

/** The path of uploads, without that of one. */
const PATH = '/api/uploads'
/** The time in which a request that has to release its lock stores what has arrived. */
const DRAIN_MS = 500

/** The error codes of the answers of the tus server, by their status. Others are INVALID_DATA. */
const CODES: Record<number, ErrorCode> = {
  404: 'ERROR_UPLOAD_NOT_FOUND',
  410: 'ERROR_UPLOAD_NOT_FOUND',
  413: 'ERROR_UPLOADING_FILES',
  423: 'ERROR_UPLOAD_BUSY',
}

/** A request to the tus server. */
interface TusCall {
  sellerId: number
  /** Why the request failed. */
  error?: unknown
}

/**
 * Creates the function that answers the endpoints of the protocol tus 1.0 (https://tus.io). The protocol is spoken by
 * `@tus/server`; what it refuses is answered as every refusal of the API.
 */
export function createTusHandler(context: Context) {
  const calls = new WeakMap<Request, TusCall>()
  // The server passes on the request that it was given.
  const callOf = (request: unknown) => calls.get(request as Request)!
  const options: ServerOptions = {
    path: PATH,
    relativeLocation: true,
    maxSize: context.config.productFileMaxBytes,
    // The guard against other sites has let the request pass; browsers of other sites may not read an answer.
    allowedOrigins: () => false,
    locker: createUploadLocker(context.db),
    lockDrainTimeout: DRAIN_MS,
    namingFunction: () => randomUUID(),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await findUpload(context.db, id)
      if (upload?.sellerId !== callOf(request).sellerId || upload.takenAt)
        throw new ApiError('ERROR_UPLOAD_NOT_FOUND', id)
    },
    async onUploadCreate(request, { id, size, metadata }) {
      const { data } = z.safeParse(UploadMetadata, metadata)
      if (size === undefined || !data)
        throw new ApiError('INVALID_DATA', 'upload-length or upload-metadata')
      const { filename: fileName, fingerprint } = data
      const { sellerId } = callOf(request)
      await startUpload(context, { id, sellerId, fileName, fingerprint, sizeBytes: size })
      return {}
    },
    onResponseError(request, error) {
      callOf(request).error = error
      return undefined
    },
  }
  const server = new Server({ ...options, datastore: new UploadStore(context) })

  async function answer(request: FastifyRequest, sellerId: number, body?: AsyncIterable<Buffer>) {
    const { tus } = request.routeOptions.config.endpoint!
    const call: TusCall = { sellerId }
    const tusRequest = new Request(new URL(request.url, 'http://tus'), {
      method: request.method,
      headers: pickHeaders(request, tus!),
      ...(body && { body: ReadableStream.from(body) as BodyInit, duplex: 'half' }),
    })
    calls.set(tusRequest, call)
    const response = await server.handleWeb(tusRequest)
    if (response.ok) return response
    throw toError(call.error, response.status, await response.text())
  }

  async function receiveChunk(request: FastifyRequest, sellerId: number): Promise<Response> {
    const length = request.headers['content-length']
    if (length === undefined) throw new ApiError('INVALID_DATA', 'no content-length')
    if (Number(length) > UPLOAD_CHUNK_BYTES) throw new ApiError('ERROR_UPLOADING_FILES', 'chunk')
    return runInChunkSlot(request, async signal => {
      const chunk = readChunk(request.raw, signal)
      try {
        return await answer(request, sellerId, chunk.bytes)
      } finally {
        chunk.discardRest()
      }
    })
  }

  return async ({
    request,
    reply,
    user,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    user: { id: number }
  }) => {
    reply.header('tus-resumable', TUS_RESUMABLE).header('tus-version', TUS_RESUMABLE)
    const { tus } = request.routeOptions.config.endpoint!
    const response = tus!.hasBody
      ? await receiveChunk(request, user.id)
      : await answer(request, user.id)
    for (const name of ['location', 'upload-offset', 'upload-length', 'upload-metadata']) {
      const value = response.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    reply.code(response.status).send()
    return RESPONSE_SENT
  }
}

function pickHeaders(
  { headers }: FastifyRequest,
  { headers: names, hasBody }: NonNullable<Endpoint['tus']>,
) {
  const picked = new Headers()
  for (const name of ['tus-resumable', ...names, ...(hasBody ? BODY_HEADERS : [])]) {
    const value = headers[name]
    if (typeof value === 'string') picked.set(name, value)
  }
  return picked
}

const BODY_HEADERS = ['content-type', 'content-length']

/**
 * Reads a chunk. A chunk that is cut off, or must end since its slot is needed, ends early instead of failing, so that
 * what has arrived is stored: on a bad connection no chunk might ever arrive as a whole.
 */
function readChunk(raw: IncomingMessage, signal: AbortSignal) {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  signal.addEventListener('abort', end)
  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await Promise.race([chunks.next().catch(() => undefined), ended])
      if (!next || next.done) return
      yield next.value
    }
  }
  return {
    bytes: read(),
    /** Reads and discards the rest: browsers read the answer only after they have sent the whole body. */
    discardRest() {
      signal.removeEventListener('abort', end)
      end()
      void chunks.return?.().then(() => raw.resume())
    },
  }
}

/** Converts a failure of the tus server into an error of the API. */
function toError(error: unknown, status: number, text: string): unknown {
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return new ApiError('ERROR_UPLOAD_BUSY', text)
  // The server's own refusals are objects with a status, which it sends as they are.
  if (error instanceof Error && !('status_code' in error)) return error
  const code = CODES[status] ?? (status < 500 ? 'INVALID_DATA' : 'ERROR_UNEXPECTED_SERVER')
  return new ApiError(code, text.trim(), CODES[status] ? {} : { status })
}
