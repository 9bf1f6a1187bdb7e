import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { waitUntilReachable } from '../../scripts/processes.ts'
import { findFreePort } from '../database/postgres-server.ts'

const run = promisify(execFile)
const START_MS = 60_000
const REGION = 'us-east-1'
const CREDENTIALS = { accessKeyId: 'kiosko:app', secretAccessKey: 'secret' }
/** The Debian packages of OpenStack Swift, and of the cache in which it keeps its sessions. */
export const SWIFT_PACKAGES = [
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
]

export type SwiftServer = Awaited<ReturnType<typeof startSwift>>

/**
 * Starts OpenStack Swift with its S3 interface: a proxy and one server each for accounts, containers and objects, with
 * one copy of each object in a temporary folder. Debian's packages `SWIFT_PACKAGES` must be installed.
 */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-swift-'))
  const settings = join(folder, 'settings')
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  await mkdir(settings)
  const write = (name: string, lines: string[]) =>
    writeFile(join(settings, name), `${lines.join('\n')}\n`)
  const common = (port: number) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    'workers = 0',
    `user = ${process.env['USER'] ?? 'root'}`,
    `swift_dir = ${settings}`,
    'log_level = ERROR',
    'log_udp_host = 127.0.0.1',
  ]
  const processes: ChildProcess[] = []
  const start = (command: string, args: string[]) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    processes.push(child)
    return child
  }

  await write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_prefix = kiosko',
    'swift_hash_path_suffix = kiosko',
    '[storage-policy:0]',
    'name = default',
    'default = yes',
  ])
  for (const kind of ['account', 'container', 'object']) {
    const port = await findFreePort()
    await write(`${kind}.conf`, [
      ...common(port),
      `devices = ${join(folder, 'devices')}`,
      'mount_check = false',
      'disable_fallocate = true',
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ])
    const builder = join(settings, `${kind}.builder`)
    await run('swift-ring-builder', [builder, 'create', '4', '1', '0'])
    await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/disk`, '1'])
    await run('swift-ring-builder', [builder, 'rebalance'])
    start(`swift-${kind}-server`, [join(settings, `${kind}.conf`)])
  }
  const cachePort = await findFreePort()
  start('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cachePort)])
  const port = await findFreePort()
  await write('proxy.conf', [
    ...common(port),
    '[pipeline:main]',
    'pipeline = catch_errors healthcheck cache s3api tempauth copy bulk slo proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    '[filter:catch_errors]',
    'use = egg:swift#catch_errors',
    '[filter:healthcheck]',
    'use = egg:swift#healthcheck',
    '[filter:cache]',
    'use = egg:swift#memcache',
    `memcache_servers = 127.0.0.1:${cachePort}`,
    '[filter:s3api]',
    'use = egg:swift#s3api',
    `location = ${REGION}`,
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    'user_kiosko_app = secret .admin',
    '[filter:bulk]',
    'use = egg:swift#bulk',
    '[filter:slo]',
    'use = egg:swift#slo',
    '[filter:copy]',
    'use = egg:swift#copy',
  ])
  const proxy = start('swift-proxy-server', [join(settings, 'proxy.conf')])
  const endpoint = `http://127.0.0.1:${port}`
  await waitUntilReachable(`${endpoint}/healthcheck`, START_MS)

  const client = new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  return {
    endpoint,
    client,
    /** Creates a bucket, and returns the environment variables with which the marketplace stores its files there. */
    async createBucket(name: string) {
      await client.send(new CreateBucketCommand({ Bucket: name }))
      return {
        S3_BUCKET: name,
        S3_REGION: REGION,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
        S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
        S3_PATH_STYLE: '1',
      }
    },
    /** Stops answering requests, as in an outage, until `resume` is called. */
    pause: () => void proxy.kill('SIGSTOP'),
    resume: () => void proxy.kill('SIGCONT'),
    async stop(): Promise<void> {
      client.destroy()
      for (const child of processes) {
        if (child.exitCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
