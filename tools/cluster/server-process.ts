import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT, SERVER_ARGS, waitUntilReachable } from '../../scripts/processes.ts'

const START_MS = 60_000

/** A process of the built server. */
export interface ServerProcess {
  /** The address at which this process itself listens, past any proxy. */
  origin: string
  pid: number | undefined
  /** Sends SIGTERM, and resolves to the exit code once the process has ended. Null means that a signal ended it. */
  stop(): Promise<number | null>
  /** Ends the process with SIGKILL, without a graceful shutdown. */
  kill(): Promise<void>
}

/**
 * Starts the built server with the given environment variables, and waits until it is ready. A worker serves no
 * requests, so it is not waited for.
 * @param log receives each line of the log
 */
export async function startServerProcess(
  env: Record<string, string | undefined>,
  log: { write: (line: string) => void },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...SERVER_ARGS, 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', line => log.write(line))
  const origin = `http://127.0.0.1:${env['PORT']}`
  if (env['ROLE'] !== 'worker') await waitUntilReachable(`${origin}/readyz`, START_MS)

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    return child.exitCode
  }
  return {
    origin,
    pid: child.pid,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}
