import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { ROOT, SERVER, untilAnswers } from '../scripts/steps.ts'

export interface Running {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Another process of the marketplace, with a town's settings and a port of its own. Its log goes nowhere. */
export async function startServer(settings: NodeJS.ProcessEnv): Promise<Running> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...settings, PORT: String(port), PUBLIC_ORIGIN: origin }
  const child = spawn(process.execPath, [...SERVER, 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswers(`${origin}/readyz`, 60_000)
  return running(child, origin)
}

/** What everything is compared with: a bare Fastify route that answers with the same JSON. */
export async function startPlain(json: string): Promise<Running> {
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
  await untilAnswers(`${origin}/product/1`, 20_000)
  return running(child, origin)
}

function running(child: ChildProcess, origin: string): Running {
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

/** Resident memory of a process, in MB. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** The system's clock ticks in a second: 100 on every Linux. */
const TICKS = 100

/** Processor time that a process has used so far, in s; the system's on its behalf counted in. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Behind the name, which may hold anything: see proc_pid_stat(5), utime and stime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
