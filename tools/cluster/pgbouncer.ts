import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ROOT } from '../../scripts/processes.ts'
import { findFreePort } from '../database/postgres-server.ts'

const START_MS = 30_000
/** The ids of the system user `nobody`, as which PgBouncer runs if the tests run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/**
 * Starts PgBouncer with the configuration of `ops/pgbouncer.ini` in front of a PostgreSQL database. Debian's package
 * `pgbouncer` must be installed.
 * @returns the URL of the database through PgBouncer
 */
export async function startPgBouncer(
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-pgbouncer-'))
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const listenPort = await findFreePort()
  const users = join(folder, 'userlist.txt')
  const template = await readFile(join(ROOT, 'ops/pgbouncer.ini'), 'utf8')
  const replacements: [string, string][] = [
    [
      'host=127.0.0.1 port=5432 dbname=kiosko',
      `host=${hostname} port=${port} dbname=${pathname.slice(1)}`,
    ],
    ['listen_port = 6432', `listen_port = ${listenPort}`],
    ['/etc/pgbouncer/userlist.txt', users],
    // The tests' server takes passwords in plain text, so PgBouncer must know them that way.
    ['auth_type = scram-sha-256', 'auth_type = plain\nunix_socket_dir ='],
    // With a few connections for many clients, one client's transactions run on different connections.
    ['default_pool_size = 20', 'default_pool_size = 4'],
  ]
  const settings = replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`ops/pgbouncer.ini has no ${from}`)
    return text.replace(from, to)
  }, template)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  await writeFile(users, `"${username}" "${password}"\n`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, file, users]) await chown(path, NOBODY.uid, NOBODY.gid)
  const pgBouncer = spawn('pgbouncer', ['--quiet', file], {
    stdio: 'ignore',
    ...(isRoot && NOBODY),
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  const url = `postgres://${username}:${password}@127.0.0.1:${listenPort}/kiosko`
  await waitUntilReady(url, pgBouncer)
  return {
    url,
    async stop() {
      const gone = once(pgBouncer, 'exit')
      pgBouncer.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string, pgBouncer: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client(url)
    const error = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => undefined,
        (reason: unknown) => reason as Error,
      )
    await client.end().catch(() => undefined)
    if (!error) return
    if (Date.now() > end || pgBouncer.exitCode !== null) throw error
    await pause(100)
  }
}
