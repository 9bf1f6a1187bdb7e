import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The Debian package of PostgreSQL's server and its tools, such as pg_dump and pg_basebackup. */
export const POSTGRES_PACKAGES = ['postgresql']

const ROOT = '/usr/lib/postgresql'

/** Returns the folder of the programs of Debian's newest PostgreSQL. @throws Error if none is installed */
export async function findDebianPostgres(): Promise<string> {
  const versions = await readdir(ROOT)
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a))
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${ROOT}.`)
  return join(ROOT, newest, 'bin')
}
