import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../scripts/processes.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { type TlsProxy, trustCertificate, waitUntilListening } from './tls-proxy.ts'

/**
 * Starts Caddy with the configuration of `ops/Caddyfile` in front of a server process. Caddy signs the certificate for
 * localhost itself. Debian's package `caddy` must be installed.
 */
export async function startTlsCaddy(port: number, upstreamPort: number): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-caddy-'))
  const origin = `https://localhost:${port}`
  const file = join(folder, 'Caddyfile')
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${await findFreePort()}`,
    `https_port ${port}`,
  ]
  await writeFile(file, `{\n\t${options.join('\n\t')}\n}\nimport ${join(ROOT, 'ops/Caddyfile')}\n`)
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: origin,
      UPSTREAMS: `127.0.0.1:${upstreamPort}`,
    },
  })
  await waitUntilListening(port, caddy)
  const authority = join(folder, '.local/share/caddy/pki/authorities/local/root.crt')
  while (!existsSync(authority) && caddy.exitCode === null) await pause(50)
  await trustCertificate(authority)
  return {
    origin,
    pids: async () => [caddy.pid!],
    async stop() {
      const gone = once(caddy, 'exit')
      caddy.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
