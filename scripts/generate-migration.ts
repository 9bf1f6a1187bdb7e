import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { ROOT, runCommandOrThrow } from './processes.ts'

/**
 * Writes what a changed schema (server/db/schema) means for the migrations. Before the first release, which
 * `released` in package.json tells, no database exists that has to be kept: the tables of the first migration are
 * written anew between its two marker lines, and its hand-written functions and triggers stay. From then on,
 * drizzle-kit adds a migration. One snapshot is kept, since drizzle-kit compares the schema with the newest one only.
 * Usage: npm run db:generate [-- --name=name_of_the_migration]
 */
/** drizzle-kit is a package of its own, since no other command needs it. */
const DRIZZLE_KIT = join(ROOT, 'scripts/drizzle-kit')
const MIGRATIONS = join(ROOT, 'server/db/migrations')
const FIRST = join(MIGRATIONS, '0000_initial.sql')
const SNAPSHOT = 'meta/0000_snapshot.json'
const MAX_LINE = 120

/** The lines around the generated part of the first migration. */
const BEGIN =
  '-- Written by `npm run db:generate` from server/db/schema, down to the next such line.'
const END = '-- End of what `npm run db:generate` writes.'

const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T

async function runDrizzleKit(folder: string, args: string[]): Promise<void> {
  installPackages(DRIZZLE_KIT, 'npm run db:generate')
  const schema = join(ROOT, 'server/db/schema/index.ts')
  await runCommandOrThrow(join(DRIZZLE_KIT, 'node_modules/.bin/drizzle-kit'), [
    'generate',
    '--dialect=postgresql',
    '--casing=snake_case',
    `--schema=${schema}`,
    `--out=${folder}`,
    ...args,
  ])
}

/** Writes the tables of the first migration and its snapshot anew, as drizzle-kit makes them for an empty database. */
async function rewriteFirstMigration(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-migration-'))
  try {
    await runDrizzleKit(folder, ['--name=initial'])
    const tables = formatTables(await readFile(join(folder, '0000_initial.sql'), 'utf8'))
    const [before, rest] = (await readFile(FIRST, 'utf8')).split(BEGIN)
    const after = rest?.split(END)[1]
    if (before === undefined || after === undefined)
      throw new Error(`${FIRST} lacks one of its lines “${BEGIN}” and “${END}”`)
    await writeFile(FIRST, `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`)
    await replaceSnapshot(join(folder, SNAPSHOT))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Replaces the snapshot, but keeps its random id, so that an unchanged schema changes no file. */
async function replaceSnapshot(path: string): Promise<void> {
  const kept = join(MIGRATIONS, SNAPSHOT)
  const { id } = await readJson<{ id: string }>(kept)
  await writeFile(kept, `${JSON.stringify({ ...(await readJson<object>(path)), id }, null, 2)}\n`)
}

/** Leaves out of drizzle-kit's SQL what PostgreSQL does by default, and breaks long lines. */
function formatTables(sql: string): string {
  return sql
    .replaceAll(/\s*--> statement-breakpoint\n/g, '\n')
    .replaceAll(
      / GENERATED ALWAYS AS IDENTITY \(sequence name [^)]*\)/g,
      ' GENERATED ALWAYS AS IDENTITY',
    )
    .replaceAll(/ ON (DELETE|UPDATE) no action/g, '')
    .replaceAll('"public".', '')
    .replaceAll(' USING btree', '')
    .replaceAll('\t', '  ')
    .replaceAll('CREATE TABLE', '\nCREATE TABLE')
    .trim()
    .split('\n')
    .map(breakLine)
    .join('\n')
}

/** Where a long line is broken: before a clause, or else within a condition. */
const CLAUSES = / (?:FOREIGN KEY|REFERENCES|CHECK|PRIMARY KEY|ON|USING|WHERE)\b/g
const CONDITIONS = / (?:and|or|in) /g

function breakLine(line: string): string {
  if (line.length <= MAX_LINE) return line
  const indent = `${/^ */.exec(line)![0]}  `
  const at = [CLAUSES, CONDITIONS]
    .flatMap(words => [...line.matchAll(words)].reverse())
    .map(({ index }) => index)
    .find(index => index > indent.length && index <= MAX_LINE)
  if (at === undefined) return line
  return `${line.slice(0, at)}\n${breakLine(`${indent}${line.slice(at + 1)}`)}`
}

/** Adds a migration, and removes the snapshots before its own. */
async function addMigration(args: string[]): Promise<void> {
  await runDrizzleKit(MIGRATIONS, args)
  const meta = join(MIGRATIONS, 'meta')
  const snapshots = (await readdir(meta)).filter(file => file.endsWith('_snapshot.json')).sort()
  for (const snapshot of snapshots.slice(0, -1)) await rm(join(meta, snapshot))
}

const { released } = await readJson<{ released: boolean }>(join(ROOT, 'package.json'))
await (released ? addMigration(process.argv.slice(2)) : rewriteFirstMigration())
