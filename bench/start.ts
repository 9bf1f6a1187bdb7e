import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { ROOT, SERVER, buildIfNeeded } from '../scripts/steps.ts'
import { memoryMb, startServer } from './processes.ts'
import { median, report } from './report.ts'

/**
 * The promise: a process is there two seconds after it was started, and takes little while nobody comes. Beside it, how
 * long Node itself takes to say that it is there.
 * Usage: `start.ts [rounds]`.
 */
const [rounds = 7] = process.argv.slice(2).map(Number)
const START_MS = 2000
const IDLE_MB = 200
const IDLE_MS = 10_000
const BARE = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`

await buildIfNeeded()
const town = await startTestServer()
try {
  // Tables are made once, not at each start.
  await (await startServer(town.env)).stop()
  const took = { ours: [] as number[], node: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    took.node.push(await timeToFirst(['-e', BARE], process.env))
    took.ours.push(await timeToFirst([...SERVER, 'serve'], town.env))
  }
  const idle = []
  for (let round = 0; round < 3; round++) {
    const server = await startServer(town.env)
    await fetch(server.origin).then(reply => reply.arrayBuffer())
    await pause(IDLE_MS)
    idle.push(await memoryMb(server.pid))
    await server.stop()
  }
  const ms = median(took.ours)
  const mb = median(idle)
  await report('start', {
    title: 'Starting and waiting',
    how: `Medians of ${rounds} starts on a PostgreSQL that has its tables, from the command to the first 200 of the home page; memory (resident) ${IDLE_MS / 1000} s after it, of three processes.`,
    figures: [
      {
        what: 'cold start to the first 200',
        measured: `${Math.round(ms)} ms (${(ms / median(took.node)).toFixed(1)} times a bare Node server's ${Math.round(median(took.node))} ms)`,
        promised: `<= ${START_MS} ms`,
        isKept: ms <= START_MS,
      },
      {
        what: 'idle memory',
        measured: `${mb} MB`,
        promised: `<= ${IDLE_MB} MB`,
        isKept: mb <= IDLE_MB,
      },
    ],
  })
} finally {
  await town.close()
}

/** Milliseconds from the command to the first 200. */
async function timeToFirst(words: string[], settings: NodeJS.ProcessEnv): Promise<number> {
  const port = String(await findFreePort())
  const began = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...settings, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      async reply => (await reply.arrayBuffer()) && reply.ok,
      () => false,
    )
    if (isThere) break
    await pause(5)
  }
  const ms = performance.now() - began
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return ms
}
