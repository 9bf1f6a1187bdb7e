import { once } from 'node:events'
import { type NetConnectOpts, type Socket, connect } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * What a scan of a file found. The scanner did not read the whole file if it is larger than its setting
 * `StreamMaxLength` (`above_stream_limit`), or if the file or what it contains is above another limit of its settings
 * (`too_large`).
 */
export type ScanResult =
  | { outcome: 'clean' }
  | { outcome: 'infected'; signature: string }
  | { outcome: 'too_large' }
  | { outcome: 'above_stream_limit' }

export interface FileScanner {
  /**
   * Sends the content of a file to the scanner. The content is always read to its end or destroyed.
   * @throws Error if the scanner cannot be reached, hangs, drops the connection or fails, or the content cannot be read
   */
  scan(content: Readable): Promise<ScanResult>
  /**
   * Reads the versions of the scanner and of its signatures, such as `ClamAV 1.4.6/27800/Mon Nov 23 09:00:00 2026`.
   * @throws Error as `scan`
   */
  readVersion(): Promise<string>
}

/** A client gives up after `idleMs` without progress while it sends, and after `answerMs` without an answer. */
interface Patience {
  idleMs: number
  answerMs: number
}

/** ClamAV itself ends the scan of a file after two minutes by default. */
const DEFAULT_PATIENCE: Patience = { idleMs: 30_000, answerMs: 300_000 }
const VERSION_PATIENCE: Patience = { idleMs: 3000, answerMs: 3000 }
/** The longest answer that is read. Those of clamd are a name of a signature or a short error. */
const MAX_ANSWER_BYTES = 4096

/**
 * Creates a client of ClamAV's daemon. The npm packages for it are without a release for years or start processes, and
 * the protocol is short; see `man clamd`.
 * @param url `tcp://host:port`, or `unix:/path` for a socket on this machine
 */
export function createFileScanner(url: string, patience = DEFAULT_PATIENCE): FileScanner {
  const address = parseClamdUrl(url)
  return {
    async scan(content) {
      const send = async (socket: Socket) => {
        // clamd would wait for the rest of a file that cannot be read to its end.
        content.once('error', error => socket.destroy(error))
        socket.write('zINSTREAM\0')
        await pipeline(content, toChunks, socket, { end: false })
      }
      try {
        return parseScanAnswer(await ask(address, send, patience))
      } finally {
        content.destroy()
      }
    },
    readVersion: () =>
      ask(address, async socket => void socket.write('zVERSION\0'), VERSION_PATIENCE),
  }
}

/** Reads the address of clamd from its URL. @throws Error if it is neither a TCP address nor a path */
export function parseClamdUrl(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:' && hostname === '' && pathname.startsWith('/')) return { path: pathname }
  if (protocol !== 'tcp:' || hostname === '')
    throw new Error('neither tcp://host:port nor unix:/path')
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
}

/** Frames data as clamd expects it: each chunk follows its length as four bytes, and a length of 0 ends the stream. */
async function* toChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    if (chunk.length === 0) continue
    yield frameLength(chunk.length)
    yield chunk
  }
  yield frameLength(0)
}

function frameLength(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/**
 * Sends a command over a connection of its own and reads the answer. clamd answers and closes while a file is still
 * being sent, when the file is larger than it accepts. If the next chunk is written before that answer is read, the
 * answer is lost (16 % of 120 files of 20 MB), and the caller's next attempt reads it.
 */
async function ask(
  address: NetConnectOpts,
  send: (socket: Socket) => Promise<void>,
  { idleMs, answerMs }: Patience,
): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(idleMs, () => socket.destroy(new Error('clamd does not answer')))
  const answer = readAnswer(socket)
  const sent = once(socket, 'connect')
    .then(() => send(socket))
    .then(() => socket.setTimeout(answerMs))
  const [answered, sending] = await Promise.allSettled([answer, sent])
  if (answered.status === 'fulfilled') return answered.value
  throw new Error('clamd did not scan the file', {
    cause: sending.status === 'rejected' ? sending.reason : answered.reason,
  })
}

/** Reads an answer to its end, which is a byte of 0 or the end of the connection, and closes the connection. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const finish = () => {
      const [text] = answer.split('\0')
      if (text) resolve(text.trim())
      else reject(new Error('clamd closed the connection'))
      socket.destroy()
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
      if (answer.includes('\0') || answer.length > MAX_ANSWER_BYTES) finish()
    })
    socket.on('end', finish)
    socket.on('error', reject)
    socket.on('close', finish)
  })
}

/** Reads what clamd answered to a scan. @throws Error if it could not scan the file */
function parseScanAnswer(answer: string): ScanResult {
  if (answer === 'stream: OK') return { outcome: 'clean' }
  if (answer.startsWith('INSTREAM size limit exceeded')) return { outcome: 'above_stream_limit' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature?.startsWith('Heuristics.Limits.Exceeded')) return { outcome: 'too_large' }
  if (signature) return { outcome: 'infected', signature: signature.slice(0, 200) }
  throw new Error(`clamd answered ${answer.slice(0, 200)}`)
}
