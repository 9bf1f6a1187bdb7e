import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../scripts/processes.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { type Proxy, trustCertificate, waitUntilListening } from './proxy.ts'

const CADDYFILE = join(ROOT, 'ops/Caddyfile')

/**
 * Starts Caddy with the configuration of `ops/Caddyfile` in front of server processes. Debian's package `caddy` must be
 * installed.
 * @param origin the address at which Caddy listens. For https, which needs the host localhost, Caddy signs the
 *   certificate itself, and this process trusts it from then on
 * @param upstreams the addresses of the processes, such as `127.0.0.1:3001`
 * @param edit changes the configuration
 */
export async function startCaddy(
  origin: string,
  upstreams: string[],
  edit: (caddyfile: string) => string = caddyfile => caddyfile,
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-caddy-'))
  const file = join(folder, 'Caddyfile')
  const { port, protocol } = new URL(origin)
  const isTls = protocol === 'https:'
  // The usual port of Caddy's administration would be the only one of the machine.
  const options = [`admin 127.0.0.1:${await findFreePort()}`, `http_port ${await findFreePort()}`]
  if (isTls) options.push('skip_install_trust', `https_port ${port}`)
  const caddyfile = edit(await readFile(CADDYFILE, 'utf8'))
  await writeFile(file, `{\n\t${options.join('\n\t')}\n}\n${caddyfile}`)
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: origin,
      UPSTREAMS: upstreams.join(' '),
    },
  })
  await waitUntilListening(Number(port), caddy)
  if (isTls) {
    const authority = join(folder, '.local/share/caddy/pki/authorities/local/root.crt')
    while (!existsSync(authority) && caddy.exitCode === null) await pause(50)
    await trustCertificate(authority)
  }
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
