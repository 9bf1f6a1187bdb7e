import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { ROOT, SERVER_ARGS, waitUntilReachable } from '../../scripts/processes.ts'

export interface RunningServer {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Starts another server process of the marketplace on a free port and discards its log. */
export async function startServer(settings: NodeJS.ProcessEnv): Promise<RunningServer> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...settings, PORT: String(port), PUBLIC_ORIGIN: origin }
  const child = spawn(process.execPath, [...SERVER_ARGS, 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilReachable(`${origin}/readyz`, 60_000)
  return toRunningServer(child, origin)
}

/** Starts a bare Fastify server that answers with the given JSON, as the baseline of a comparison. */
export async function startBaselineServer(json: string): Promise<RunningServer> {
  const port = await findFreePort()
  const code = `import Fastify from 'fastify'
    const app = Fastify()
    const product = ${json}
    app.get('/product/:id', async () => product)
    await app.listen({ port: ${port}, host: '127.0.0.1' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReachable(`${origin}/product/1`, 20_000)
  return toRunningServer(child, origin)
}

function toRunningServer(child: ChildProcess, origin: string): RunningServer {
  return {
    origin,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Returns the resident memory of a process in MB. */
export async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** The kernel reports processor time in clock ticks; a second has 100 of them on every Linux. */
const CLOCK_TICKS_PER_SECOND = 100

/** Returns the processor time of a process so far in seconds, user time and system time together. */
export async function readProcessorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The process name can contain spaces, so fields are counted from its closing parenthesis; see proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND
}
