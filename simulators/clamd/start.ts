import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'

const COMMAND_END = 0
const LENGTH_BYTES = 4

/**
 * How the simulator answers scans: as clamd does (`none`), never (`hang`), by closing the connection during the first
 * chunk (`drop`), or with an error of its own (`fail`).
 */
export type ClamdFault = 'none' | 'hang' | 'drop' | 'fail'

/**
 * Starts a TCP server that speaks the protocol of ClamAV's daemon: the commands `zVERSION` and `zINSTREAM`, one for
 * each connection. Source: `man clamd`.
 * @param signatures the texts that it reports as malware, by the name of their signature
 * @param maxBytes the largest file that it accepts
 */
export async function startClamdSimulator({
  signatures,
  maxBytes: initialMaxBytes = 50_000_000,
}: {
  signatures: Record<string, string>
  maxBytes?: number
}) {
  let fault: ClamdFault = 'none'
  let maxBytes = initialMaxBytes
  let scans = 0
  const sockets = new Set<Socket>()

  /** Reads the chunks of a stream until its end. @returns undefined if the stream is larger than accepted */
  async function readStream(reader: ByteReader): Promise<Buffer | undefined> {
    const chunks: Buffer[] = []
    for (let size = 0; ;) {
      const length = (await reader.read(LENGTH_BYTES)).readUInt32BE()
      if (length === 0) return Buffer.concat(chunks)
      size += length
      if (size > maxBytes) return undefined
      chunks.push(await reader.read(length))
      if (fault === 'drop') throw new Error('dropped')
    }
  }

  async function answer(socket: Socket): Promise<string> {
    const reader = new ByteReader(socket)
    const command = await reader.readUntil(COMMAND_END)
    if (command === 'zVERSION') return 'ClamAV 1.4.6/27800/Mon Nov 23 09:00:00 2026'
    if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
    const content = await readStream(reader)
    if (!content) return 'INSTREAM size limit exceeded. ERROR'
    if (fault === 'fail') return 'stream: Can’t allocate memory ERROR'
    if (fault === 'hang') await once(socket, 'close')
    scans += 1
    const match = Object.entries(signatures).find(([, text]) => content.includes(text))
    return match ? `stream: ${match[0]} FOUND` : 'stream: OK'
  }

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that gives up resets the connection.
    socket.on('error', () => undefined)
    answer(socket).then(
      text => socket.end(`${text}\0`),
      () => socket.destroy(),
    )
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `tcp://127.0.0.1:${port}`,
    setFault(value: ClamdFault): void {
      fault = value
    },
    /** Changes the largest file that it accepts. */
    setMaxBytes(value: number): void {
      maxBytes = value
    },
    /** The number of files that were scanned to their end. */
    countScans: () => scans,
    countConnections: () => sockets.size,
    /** Closes every connection, as a restart of the daemon does. */
    async dropConnections(): Promise<void> {
      const closed = [...sockets].map(socket => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    },
    /** Stops listening until `resume` is called. */
    async pause(): Promise<void> {
      await this.dropConnections()
      await new Promise(resolve => server.close(resolve))
    },
    resume: () => listen(port),
    async close(): Promise<void> {
      await this.pause()
    },
  }
}

export type ClamdSimulator = Awaited<ReturnType<typeof startClamdSimulator>>

/** Reads a stream in parts of given lengths. */
class ByteReader {
  private bytes = Buffer.alloc(0)
  private readonly chunks: AsyncIterator<Buffer>

  constructor(socket: Socket) {
    this.chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  async read(length: number): Promise<Buffer> {
    while (this.bytes.length < length) await this.receive()
    const part = this.bytes.subarray(0, length)
    this.bytes = this.bytes.subarray(length)
    return part
  }

  async readUntil(end: number): Promise<string> {
    while (!this.bytes.includes(end)) await this.receive()
    const part = await this.read(this.bytes.indexOf(end) + 1)
    return part.subarray(0, -1).toString()
  }

  private async receive(): Promise<void> {
    const { done, value } = await this.chunks.next()
    if (done) throw new Error('the client closed the connection')
    this.bytes = Buffer.concat([this.bytes, value])
  }
}
