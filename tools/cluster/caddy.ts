import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, waitUntilReachable } from '../../scripts/processes.ts'

const START_MS = 30_000

/**
 * Starts Caddy with the configuration of `ops/Caddyfile` in front of server processes. Debian's package `caddy` must be
 * installed.
 * @param origin the address at which Caddy listens, with http, so that it needs no certificate
 * @param upstreams the addresses of the processes, such as `127.0.0.1:3001`
 * @param takeTurns sends each request to the next process instead of the least busy one
 */
export async function startCaddy(
  origin: string,
  upstreams: string[],
  { takeTurns = false } = {},
): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-caddy-'))
  const file = join(folder, 'Caddyfile')
  const settings = await readFile(join(ROOT, 'ops/Caddyfile'), 'utf8')
  // The administration of Caddy would occupy one port of the machine.
  await writeFile(
    file,
    `{\n\tadmin off\n}\n${takeTurns ? settings.replace('least_conn', 'round_robin') : settings}`,
  )
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: origin,
      UPSTREAMS: upstreams.join(' '),
    },
  })
  await waitUntilReachable(`${origin}/readyz`, START_MS)
  return {
    async stop() {
      const gone = once(caddy, 'exit')
      caddy.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
