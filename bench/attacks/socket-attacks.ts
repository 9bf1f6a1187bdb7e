import { type Socket, connect } from 'node:net'

/** What an attack did until it was stopped. */
export interface AttackReport {
  sockets: number
  sent: number
  closed: number
}

interface Attack {
  title: string
  sockets: number
  /** What each connection sends first, and again after each interval. Nothing is sent if it is empty. */
  first: string
  repeated?: { text: () => string; everyMs: number }
  /** Whether a connection that was closed is opened again. */
  reopens?: true
}

const REQUEST = 'GET /api/public/product/page/1 HTTP/1.1\r\nhost: a\r\n'

/** The attacks on connections, each with what it sends. */
export const ATTACKS: Record<string, Attack> = {
  slowHeaders: {
    title: '500 connections that send their headers byte by byte',
    sockets: 500,
    first: `${REQUEST}x-slow: `,
    repeated: { text: () => 'a', everyMs: 200 },
    reopens: true,
  },
  slowBodies: {
    title: '500 connections that send a body byte by byte',
    sockets: 500,
    first:
      'POST /api/public/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n',
    repeated: { text: () => ' ', everyMs: 200 },
    reopens: true,
  },
  idle: { title: '1,000 connections that send nothing', sockets: 1000, first: '', reopens: true },
  pipelining: {
    title: '20 connections with 100 requests at once, 5 times a second',
    sockets: 20,
    first: '',
    repeated: { text: () => `${REQUEST}\r\n`.repeat(100), everyMs: 200 },
    reopens: true,
  },
  manyHeaders: {
    title: '50 connections with 1,500 headers in each request, 10 times a second',
    sockets: 50,
    first: '',
    repeated: { text: () => `${REQUEST}${'a:b\r\n'.repeat(1500)}\r\n`, everyMs: 100 },
    reopens: true,
  },
  longHeaders: {
    title: '50 connections with headers of 64 KB, 10 times a second',
    sockets: 50,
    first: '',
    repeated: { text: () => `${REQUEST}a: ${'b'.repeat(65_536)}\r\n\r\n`, everyMs: 100 },
    reopens: true,
  },
}

/** Opens the connections of an attack and keeps sending until the parent process says stop. */
async function run({ sockets: wanted, first, repeated, reopens }: Attack, port: number) {
  const report: AttackReport = { sockets: 0, sent: 0, closed: 0 }
  const open = new Set<Socket>()
  let isStopped = false

  function start(): Promise<void> {
    return new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        report.sockets++
        if (first) socket.write(first)
        resolve()
      })
      open.add(socket)
      // What the server answers is read and ignored.
      socket.resume()
      socket.on('error', () => resolve())
      socket.on('close', () => {
        open.delete(socket)
        resolve()
        if (isStopped) return
        report.closed++
        if (reopens) setTimeout(() => void start(), 50)
      })
    })
  }

  await Promise.all(Array.from({ length: wanted }, start))
  const timer =
    repeated &&
    setInterval(() => {
      for (const socket of open)
        if (socket.writableLength < 1_000_000) {
          socket.write(repeated.text())
          report.sent++
        }
    }, repeated.everyMs)
  process.send!('attacking')
  process.once('message', () => {
    isStopped = true
    clearInterval(timer)
    for (const socket of open) socket.destroy()
    process.send!(report, () => process.disconnect())
  })
}

const [, , name, port] = process.argv
if (process.send && name && ATTACKS[name]) await run(ATTACKS[name], Number(port))
