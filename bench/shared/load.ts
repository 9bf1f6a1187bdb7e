import { connect } from 'node:net'
import { median, quantile } from '#tools/statistics.ts'

/** What a load test requests. */
export interface Load {
  /** Returns the URL of the next request. All URLs have the same host. */
  nextUrl: () => string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** The measured responses of a load test. */
export interface LoadResult {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const END_OF_HEAD = '\r\n\r\n'
const RESPONSE_TIMEOUT_MS = 10_000

/**
 * Requests URLs over several connections at once, and on each connection one after another, until the time is over.
 * The client reads only the status and the length of a response, into one buffer: parsing responses would cost more
 * processor time than the server needs to send them, and the more the larger they are.
 * @throws Error if a response has another status than 200, has no content-length, or takes longer than 10 seconds
 */
export async function runLoad({
  nextUrl,
  headers = {},
  connections,
  seconds,
}: Load): Promise<LoadResult> {
  const { hostname, port, host } = new URL(nextUrl())
  const headerLines = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const buildRequest = () => {
    const url = nextUrl()
    return `GET ${url.slice(url.indexOf('/', 'http://'.length))} HTTP/1.1\r\n${headerLines}\r\n`
  }

  const durations: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000

  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let isDone = false
      let missingBytes = 0
      let incompleteHead: Buffer | undefined
      const sendRequest = () => {
        sentAt = performance.now()
        socket.write(buildRequest(), 'latin1')
      }
      const readChunk = (bytes: number, buffer: Uint8Array): void => {
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, bytes)
        if (missingBytes > 0) missingBytes -= bytes
        else {
          const received = incompleteHead ? Buffer.concat([incompleteHead, chunk]) : chunk
          const headEnd = received.indexOf(END_OF_HEAD)
          incompleteHead = headEnd === -1 ? Buffer.from(received) : undefined
          if (incompleteHead) return
          const bodyBytes = received.length - headEnd - END_OF_HEAD.length
          missingBytes = readContentLength(received.toString('latin1', 0, headEnd)) - bodyBytes
        }
        if (missingBytes > 0) return
        const now = performance.now()
        durations.push(now - sentAt)
        isDone = now >= endsAt
        if (isDone) socket.end()
        else sendRequest()
      }
      const callback = (bytes: number, buffer: Uint8Array) => {
        try {
          readChunk(bytes, buffer)
          return true
        } catch (error) {
          socket.destroy(error as Error)
          return false
        }
      }
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: Buffer.alloc(64 * 1024), callback },
      })
      socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy(new Error('response timeout')))
      socket.on('connect', sendRequest).on('error', reject)
      socket.on('close', () => (isDone ? resolve() : reject(new Error('connection closed early'))))
    })
  await Promise.all(Array.from({ length: connections }, runConnection))

  const elapsedSeconds = (performance.now() - startedAt) / 1000
  return {
    count: durations.length,
    perSecond: durations.length / elapsedSeconds,
    p50Ms: median(durations),
    p99Ms: quantile(durations, 0.99),
  }
}

const STATUS_LINE_OK = 'HTTP/1.1 200 '

function readContentLength(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (!head.startsWith(STATUS_LINE_OK) || length === undefined)
    throw new Error(`unexpected response: ${head.slice(0, 200)}`)
  return Number(length)
}
