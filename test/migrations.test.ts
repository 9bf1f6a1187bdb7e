import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type SQL, getTableName, is } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import {
  type ForeignKey,
  type PgColumn,
  PgDialect,
  PgTable,
  getTableConfig,
} from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

const ROOT = resolve(import.meta.dirname, '..')
const MIGRATIONS = join(ROOT, 'server/db/migrations')
const FIRST = '0000_initial.sql'

const { released } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  released: boolean
}
const migrations = readdirSync(MIGRATIONS).filter(file => file.endsWith('.sql'))

test('the schema is one migration until the first release', () => {
  expect(released || migrations.join()).toBe(released || FIRST)
})

test('the migrations have one snapshot, that of the newest', () => {
  const snapshots = readdirSync(join(MIGRATIONS, 'meta')).filter(file => file.includes('snapshot'))

  expect(snapshots).toEqual([`${migrations.sort().at(-1)!.slice(0, 4)}_snapshot.json`])
})

/** Words of code that reads or writes for a version of before, of which no installation has anything. */
const WORDS_OF_COMPATIBILITY =
  /releases? before|(?:earlier|older|previous|former) (?:releases?|formats?)|(?:by|in|of) the first release/i

test('no code of the product or its tools is written for an earlier version until the first release', () => {
  const sources = listRepositoryFiles().filter(
    path =>
      /^(?:contract|server|simulators|tools|web)\/.*\.(?:sql|tsx?)$/.test(path) &&
      !/\.test\.tsx?$/.test(path),
  )
  const found = sources.flatMap(path => {
    // A sentence of a comment can continue on the next line.
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(
      /\s*\n\s*(?:\*|\/\/|--)?\s*/g,
      ' ',
    )
    const words = WORDS_OF_COMPATIBILITY.exec(text)
    return words ? [`${path}: ${words[0]}`] : []
  })

  expect(released ? [] : found).toEqual([])
  expect(sources.length).toBeGreaterThan(1000)
})

// From the first release on, a change of the schema is in a later migration.
describe.runIf(!released)('the one migration says what the schema says', () => {
  const sql = readFileSync(join(MIGRATIONS, FIRST), 'utf8')
  const withoutBreaks = sql.replaceAll(/\s+/g, ' ')
  const tables = Object.values(schema)
    .filter(value => is(value, PgTable))
    .map(table => getTableConfig(table))
  const casing = new CasingCache('snake_case')
  const dialect = new PgDialect({ casing: 'snake_case' })

  /** Writes an expression of the schema as SQL. */
  const toText = (expression: SQL) =>
    dialect.sqlToQuery(expression.inlineParams()).sql.replaceAll(/\s+/g, ' ').trim()
  /** Reads what follows the beginning of a statement for each of its occurrences. */
  const readNames = (beginning: RegExp) => [...sql.matchAll(beginning)].map(([, name]) => name!)

  const listColumns = (columns: PgColumn[]) =>
    columns.map(column => `"${casing.getColumnCasing(column)}"`).join(',')
  const toReference = (key: ForeignKey) => {
    const { columns, foreignTable, foreignColumns } = key.reference()
    const actions = [
      ...(key.onDelete === 'no action' ? [] : [` ON DELETE ${key.onDelete}`]),
      ...(key.onUpdate === 'no action' ? [] : [` ON UPDATE ${key.onUpdate}`]),
    ]
    return `FOREIGN KEY (${listColumns(columns)}) REFERENCES "${getTableName(foreignTable)}"(${listColumns(foreignColumns)})${actions.join('')};`
  }

  test('the migration creates the tables of the schema and no others', () => {
    expect(readNames(/CREATE TABLE "(\w+)"/g).sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  test.each(tables)('the table $name has the columns of the schema', ({ name, columns }) => {
    const [, body] = new RegExp(`CREATE TABLE "${name}" \\(\n(.*?)\n\\);`, 's').exec(sql)!
    const lines = body!.split('\n').filter(line => line.startsWith('  "'))

    expect(lines).toEqual(
      columns.map(column => {
        const type = column.getSQLType() === 'bytea' ? '"bytea"' : column.getSQLType()
        const rest = column.notNull
          ? / (?:.* )?(?:NOT NULL|PRIMARY KEY.*|GENERATED ALWAYS AS IDENTITY)/
          : / ?(?!.*NOT NULL).*/
        const beginning = `  "${casing.getColumnCasing(column)}" ${type}`.replaceAll(
          /[()[\]]/g,
          String.raw`\$&`,
        )
        return expect.stringMatching(new RegExp(`^${beginning}${rest.source},?$`)) as string
      }),
    )
  })

  test('the migration has the foreign keys, checks and named indexes of the schema, with their conditions', () => {
    const parts = tables.flatMap(({ foreignKeys, checks, indexes }) => [
      ...foreignKeys.map(toReference),
      ...checks.map(({ name, value }) => `CONSTRAINT "${name}" CHECK (${toText(value)})`),
      ...indexes.flatMap(({ config: { name, unique, where } }) => [
        ...(name ? [`CREATE ${unique ? 'UNIQUE ' : ''}INDEX "${name}" ON`] : []),
        ...(where ? [`WHERE ${toText(where)};`] : []),
      ]),
    ])

    expect(parts.filter(part => !withoutBreaks.includes(part))).toEqual([])
    expect(parts.length).toBeGreaterThan(150)
  })

  test('the migration has as many foreign keys and indexes as the schema', () => {
    const [generated] = sql.split('-- End of what')
    const count = (text: string) => generated!.split(text).length - 1

    expect({ keys: count('FOREIGN KEY'), indexes: count('INDEX "') }).toEqual({
      keys: tables.flatMap(({ foreignKeys }) => foreignKeys).length,
      indexes: tables.flatMap(({ indexes }) => indexes).length,
    })
  })
})
