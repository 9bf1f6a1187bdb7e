import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { ROOT, SERVER_ARGS } from '../scripts/processes.ts'
import { readMemoryMb, startServer } from './shared/processes.ts'
import { publishReport } from './shared/report.ts'

/**
 * Measures the cold start of a server process and its memory while idle, and compares the start with that of a bare
 * Node server. Usage: `cold-start.ts [rounds]`.
 */
const [rounds = 7] = process.argv.slice(2).map(Number)
const MAX_START_MS = 2000
const MAX_IDLE_MB = 200
const IDLE_MS = 10_000
const BARE_SERVER = `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`

await buildIfNeeded()
const testServer = await startTestServer()
try {
  // The first start runs the migrations, so that the measured starts do not.
  await (await startServer(testServer.env)).stop()
  const timesMs = { marketplace: [] as number[], bareNode: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    timesMs.bareNode.push(await measureTimeToFirstResponse(['-e', BARE_SERVER], process.env))
    timesMs.marketplace.push(
      await measureTimeToFirstResponse([...SERVER_ARGS, 'serve'], testServer.env),
    )
  }
  const idleMb = []
  for (let round = 0; round < 3; round++) {
    const server = await startServer(testServer.env)
    await fetch(server.origin).then(reply => reply.arrayBuffer())
    await pause(IDLE_MS)
    idleMb.push(await readMemoryMb(server.pid))
    await server.stop()
  }
  const ms = median(timesMs.marketplace)
  const mb = median(idleMb)
  await publishReport('cold-start', {
    title: 'Cold start and idle memory',
    how: `Medians of ${rounds} starts on a migrated PostgreSQL, from the command to the first status 200 of the home page; resident memory ${IDLE_MS / 1000} s later, the median of three processes.`,
    figures: [
      {
        what: 'cold start to the first 200',
        measured: `${Math.round(ms)} ms (${(ms / median(timesMs.bareNode)).toFixed(1)} times a bare Node server's ${Math.round(median(timesMs.bareNode))} ms)`,
        promised: `<= ${MAX_START_MS} ms`,
        isKept: ms <= MAX_START_MS,
      },
      {
        what: 'idle memory',
        measured: `${mb} MB`,
        promised: `<= ${MAX_IDLE_MB} MB`,
        isKept: mb <= MAX_IDLE_MB,
      },
    ],
  })
} finally {
  await testServer.close()
}

/** Measures the milliseconds from the start of a Node process until its home page answers with status 200. */
async function measureTimeToFirstResponse(
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<number> {
  const port = String(await findFreePort())
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...settings, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/`).then(
      async reply => (await reply.arrayBuffer()) && reply.ok,
      () => false,
    )
    if (isReady) break
    await pause(5)
  }
  const ms = performance.now() - startedAt
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return ms
}
