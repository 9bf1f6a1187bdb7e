import { connect } from 'node:net'
import { median, quantile } from './report.ts'

export interface Load {
  /** The next address to ask for; all of one host. */
  url: () => string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

export interface Answers {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const END_OF_HEAD = '\r\n\r\n'
/** The longest that is waited for one. */
const ANSWER_MS = 10_000

/**
 * Asks for a while on so many connections, each for the next as soon as it has an answer whole. It reads no more of
 * an answer than its status and its length, into one piece of memory: a client that takes answers apart costs more
 * than what is measured here, and the more the larger they are.
 * @throws Error when an answer is no 200, or does not come, or does not say how long it is
 */
export async function ask({ url, headers = {}, connections, seconds }: Load): Promise<Answers> {
  const { hostname, port, host } = new URL(url())
  const tail = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const request = () => {
    const address = url()
    return `GET ${address.slice(address.indexOf('/', 'http://'.length))} HTTP/1.1\r\n${tail}\r\n`
  }

  const took: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000

  const line = () =>
    new Promise<void>((resolve, reject) => {
      let askedAt = 0
      let isDone = false
      let missing = 0
      let early: Buffer | undefined
      const send = () => {
        askedAt = performance.now()
        socket.write(request(), 'latin1')
      }
      const read = (bytes: number, buffer: Uint8Array): boolean => {
        const part = Buffer.from(buffer.buffer, buffer.byteOffset, bytes)
        if (missing > 0) missing -= bytes
        else {
          // A head seldom comes in two parts.
          const whole = early ? Buffer.concat([early, part]) : part
          const end = whole.indexOf(END_OF_HEAD)
          early = end === -1 ? Buffer.from(whole) : undefined
          if (early) return true
          const after = whole.length - end - END_OF_HEAD.length
          missing = lengthOf(whole.toString('latin1', 0, end)) - after
        }
        if (missing > 0) return true
        const now = performance.now()
        took.push(now - askedAt)
        isDone = now >= until
        if (isDone) socket.end()
        else send()
        return true
      }
      const callback = (bytes: number, buffer: Uint8Array) => {
        try {
          return read(bytes, buffer)
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
      socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`${url()}: no answer`)))
      socket.on('connect', send).on('error', reject)
      socket.on('close', () => (isDone ? resolve() : reject(new Error('an answer did not come'))))
    })
  await Promise.all(Array.from({ length: connections }, line))

  const lasted = (performance.now() - began) / 1000
  return {
    count: took.length,
    perSecond: took.length / lasted,
    p50Ms: median(took),
    p99Ms: quantile(took, 0.99),
  }
}

const OK = 'HTTP/1.1 200 '

function lengthOf(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (!head.startsWith(OK) || length === undefined)
    throw new Error(`an answer that was not to be: ${head.slice(0, 200)}`)
  return Number(length)
}
