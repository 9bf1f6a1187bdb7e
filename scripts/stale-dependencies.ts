import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

/**
 * Lists the dependencies that have had no release for two years, by what npm's registry says. Without names it asks for
 * the direct dependencies of production, a few at a time: `npm run stale-dependencies -- pg zod`.
 */

const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000
const AT_ONCE = 2

const ROOT = join(import.meta.dirname, '..')
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** Reads the day of the latest release of a package. Undefined if the registry does not say. */
async function readLatestRelease(name: string): Promise<Date | undefined> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = await promisify(execFile)(npm, ['view', name, 'time', '--json'], {
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  const {
    created: _created,
    modified: _modified,
    ...releases
  } = JSON.parse(stdout || '{}') as Record<string, string>
  const latest = Math.max(...Object.values(releases).map(time => Date.parse(time)))
  return Number.isFinite(latest) ? new Date(latest) : undefined
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(dependencies)
const limit = pLimit(AT_ONCE)
const releases = await Promise.all(
  names.map(name =>
    limit(async () => ({ name, latest: await readLatestRelease(name).catch(() => undefined) })),
  ),
)
for (const { name, latest } of releases)
  if (!latest) console.log(`${name}: the registry does not say when it was released`)
  else if (Date.now() - latest.getTime() > TWO_YEARS_MS)
    console.log(`${name}: no release since ${latest.toISOString().slice(0, 10)}`)
console.log(`${names.length} dependencies checked`)
