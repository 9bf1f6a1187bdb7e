import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sum } from '#contract/core/sum.ts'
import { UPLOAD_CHUNK_BYTES } from '#contract/files/uploads.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { startTusUpload } from '#tools/api-client/resumable-uploads.ts'

/** The speed of the line over which files are sent, which is that of a good one of a seller. */
export const LINE_BYTES_PER_SECOND = 10_000_000

const PIECE_BYTES = 64 * 1024
/** The first piece of a chunk arrives in this time. */
const ARRIVAL_MS = 500
/** The pauses between two attempts, which double, as those of the web. */
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 15_000
/** The statuses after which the web tries again, besides those of 500 and more; 0 is a connection that ended. */
const PASSING = [0, 408, 409, 423, 429]

/** What happens while a file is sent. */
export interface Fault {
  name: string
  /** The part of the file, in percent, after which it happens. */
  percent: number
  /** @param cut destroys the connection, so that the bytes that are on their way are lost */
  happen: (cut: () => void) => Promise<void> | void
}

export interface SentFile {
  /** The path of the upload; empty if it was refused at its start. */
  path: string
  /** Why the server has refused the file. */
  refusal?: string
  /** The bytes of the file that were sent, those that were sent again included. */
  fileBytes: number
  /** The bytes of all requests that were sent, with their heads. */
  wireBytes: number
  /** The failed statuses, of which 0 stands for a connection that ended, and the bytes that were lost before each. */
  failures: { status: number; lostBytes: number }[]
}

interface Answer {
  status: number
  offset: number
  body: string
}

/**
 * Sends a file as the web does: it asks how many bytes the server has, sends chunks from there on, and begins anew
 * after a failure, until the server has the file or refuses it. The library of the web cannot be cut at a byte.
 * @throws Error if a fault has not happened in a file that was not refused
 */
export async function sendInterrupted(
  client: ApiClient,
  { path, name, size }: { path: string; name: string; size: number },
  faults: Fault[],
): Promise<SentFile> {
  const waiting = faults.toSorted((one, other) => one.percent - other.percent)
  const sockets: Socket[] = []
  const failures: SentFile['failures'] = []
  let fileBytes = 0
  /** The position up to which bytes were sent. */
  let sentTo = 0

  const start = await startTusUpload(client, { name, size })
  const describe = (refusal?: string): SentFile => ({
    path: start.path,
    ...(refusal !== undefined && { refusal }),
    fileBytes,
    wireBytes: sum(sockets.map(({ bytesWritten }) => bytesWritten)),
    failures,
  })
  if (start.status !== 201) return describe(start.code)
  const file = await open(path)
  const url = new URL(start.path, client.origin)

  function openCall(method: string, headers: Record<string, string | number> = {}) {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const call = request(url, {
      method,
      agent: false,
      headers: {
        origin: client.origin,
        cookie: [...client.cookies].map(pair => pair.join('=')).join('; '),
        'tus-resumable': '1.0.0',
        ...headers,
      },
    })
    call.once('socket', socket => sockets.push(socket)).on('error', () => undefined)
    return { call, answer: readAnswer(call) }
  }

  async function sendChunk(from: number, to: number): Promise<Answer> {
    const { call, answer } = openCall('PATCH', {
      'upload-offset': from,
      'content-type': 'application/offset+octet-stream',
      'content-length': to - from,
    })
    call.flushHeaders()
    const closed = new Promise<false>(resolve => call.once('close', () => resolve(false)))
    const startedAt = performance.now()
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (let at = from; at < to && !call.socket?.destroyed;) {
      const [fault] = waiting
      const faultAt = fault ? Math.floor((size * fault.percent) / 100) : to
      if (fault && faultAt <= at) {
        waiting.shift()
        // The first piece of a chunk has time to arrive: a connection that ends before says nothing about the server.
        if (at - from < PIECE_BYTES) await pause(ARRIVAL_MS)
        await fault.happen(() => call.socket?.resetAndDestroy())
        continue
      }
      const length = Math.min(PIECE_BYTES, to - at, faultAt - at)
      await file.read(piece, 0, length, at)
      // Each piece is written before the next one is read into its place.
      const written = new Promise<boolean>(resolve =>
        call.write(piece.subarray(0, length), error => resolve(!error)),
      )
      if (!(await Promise.race([written, closed]))) break
      at += length
      fileBytes += length
      sentTo = at
      const dueAt = startedAt + ((at - from) / LINE_BYTES_PER_SECOND) * 1000
      if (dueAt > performance.now() + 1) await pause(dueAt - performance.now())
    }
    call.end()
    return answer
  }

  /** Sends what the server does not have. @returns the last answer */
  async function attempt(onProgress: () => void): Promise<Answer> {
    const { call, answer } = openCall('HEAD')
    call.end()
    let last = await answer
    if (last.status !== 200) return last
    const failure = failures.at(-1)
    if (failure) failure.lostBytes += sentTo - last.offset
    sentTo = last.offset
    while (last.offset < size) {
      const to = Math.min(last.offset + UPLOAD_CHUNK_BYTES, size)
      last = await sendChunk(last.offset, to)
      if (last.status !== 204) return last
      onProgress()
    }
    return last
  }

  try {
    let retryMs = FIRST_RETRY_MS
    for (;;) {
      const { status, offset, body } = await attempt(() => (retryMs = FIRST_RETRY_MS))
      if (status < 300 && offset === size) break
      if (status < 500 && !PASSING.includes(status))
        return describe((JSON.parse(body) as { code: string }).code)
      failures.push({ status, lostBytes: 0 })
      await pause(retryMs)
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
    }
  } finally {
    await file.close()
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} faults have not happened`)
  return describe()
}

/** Returns the answer to a request, with the status 0 if its connection ended before. */
async function readAnswer(call: ClientRequest): Promise<Answer> {
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const offset = Number(response.headers['upload-offset'])
    return { status: response.statusCode!, offset, body: await text(response) }
  } catch {
    return { status: 0, offset: 0, body: '' }
  }
}
