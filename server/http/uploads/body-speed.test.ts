import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeSlowBody } from './body-speed.ts'

const PERIOD_MS = 100
let server: Server
let port: number
const sockets: Socket[] = []

beforeEach(async () => {
  server = createServer((request, response) => {
    closeSlowBody(request, { bytes: 1000, periodMs: PERIOD_MS })
    if (request.url === '/unread') return
    if (request.url === '/chunks') return void readChunks(request)
    request.resume()
    request.once('end', () => response.end('received'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

async function readChunks(request: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of request);
  } catch {
    // The connection is closed.
  }
}

/** Waits until a connection is over: the server may close it while bytes are on their way, which resets it. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.once('close', () => resolve()))
}

/** Sends the headers of a request, then some bytes of its body again and again. */
function sendSlowly(path: string, bytes: number): Socket {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n`)
  const timer = setInterval(() => socket.write('a'.repeat(bytes)), PERIOD_MS / 4)
  socket.once('close', () => clearInterval(timer))
  return socket
}

test.each(['/', '/chunks'])(
  'the connection of a body that arrives byte by byte is closed: %s',
  async path => {
    const socket = sendSlowly(path, 1)

    await untilClosed(socket)

    expect(socket.bytesWritten).toBeLessThan(1000)
  },
)

test('a body that arrives at the least speed is received to its end', async () => {
  const socket = sendSlowly('/', 4000)

  const [answer] = (await once(socket, 'data')) as [Buffer]

  expect(answer.toString()).toContain('received')
})

test('a connection whose body the server does not read is kept, while a later one is closed', async () => {
  const waiting = sendSlowly('/unread', 1)
  await once(waiting, 'connect')

  await untilClosed(sendSlowly('/', 1))

  expect(waiting.destroyed).toBe(false)
})
