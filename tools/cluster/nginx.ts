import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/processes.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { type Proxy, trustCertificate, waitUntilListening } from './proxy.ts'

const SITE = join(ROOT, 'ops/nginx.conf')

/**
 * Starts nginx with the configuration of `ops/nginx.conf` and a test certificate in front of a server process. Debian's
 * package `nginx` must be installed.
 * @param edit changes the configuration, to plant a fault
 */
export async function startNginx(
  port: number,
  upstreamPort: number,
  edit: (site: string) => string = site => site,
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-nginx-'))
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const request = `req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 90 -subj /CN=localhost -addext subjectAltName=DNS:localhost`
  await promisify(execFile)('openssl', [...request.split(' '), '-keyout', key, '-out', certificate])
  await trustCertificate(certificate)
  let site = await readFile(SITE, 'utf8')
  for (const [from, to] of [
    [/^\tlisten \[::\].*\n/gm, ''],
    [/listen 80;/, `listen 127.0.0.1:${await findFreePort()};`],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/server_name tienda\.example/g, 'server_name localhost'],
    [/\S+fullchain\.pem/, certificate],
    [/\S+privkey\.pem/, key],
    [/server 127\.0\.0\.1:3000/, `server 127.0.0.1:${upstreamPort}`],
  ] as const) {
    if (!from.test(site)) throw new Error(`${String(from)} is not in ${SITE}`)
    site = site.replace(from, to)
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const main = [
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${folder}/pid; error_log ${folder}/error.log;`,
    `events {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${edit(site)}\n}`,
  ]
  const file = join(folder, 'nginx.conf')
  await writeFile(file, main.join('\n'))
  const nginx = spawn('nginx', ['-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  await waitUntilListening(port, nginx)
  return {
    origin: `https://localhost:${port}`,
    pids: () =>
      promisify(execFile)('pgrep', ['-P', String(nginx.pid)]).then(({ stdout }) => [
        nginx.pid!,
        ...stdout.trim().split('\n').map(Number),
      ]),
    async stop() {
      const gone = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
