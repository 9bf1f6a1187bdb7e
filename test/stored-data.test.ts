import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'
import { ROOT } from '../scripts/processes.ts'

const MIGRATIONS = join(ROOT, 'server/db/migrations')
const page = readFileSync(join(ROOT, 'docs/design/stored-data.md'), 'utf8')

/** Returns the text of a section of the page. */
const readSection = (title: string): string =>
  page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!.trim()

test('the page on stored data names every table in one of eight groups, and no other', () => {
  const section = readSection('The tables in eight groups')
  const groups = section.split('\n\n').filter(paragraph => paragraph.startsWith('**'))
  const named = groups.flatMap(group =>
    [...group.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!),
  )

  expect(groups).toHaveLength(8)
  const tables = Object.values(schema).flatMap(value =>
    is(value, PgTable) ? [getTableName(value)] : [],
  )
  expect(named.toSorted()).toEqual(tables.toSorted())
})

test('the page on stored data lists every trigger of the migrations with its table, and no other', () => {
  const sql = readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql'))
    .map(name => readFileSync(join(MIGRATIONS, name), 'utf8'))
    .join('\n')
  const triggers = [
    ...sql.matchAll(/^CREATE (?:OR REPLACE )?TRIGGER "(\w+)"[^;]*?\sON "(\w+)"/gims),
  ].map(([, name, table]) => `${name} ${table}`)
  const rows = [...readSection('The triggers').matchAll(/^\| `(\w+)` +\| `(\w+)`/gm)].map(
    ([, name, table]) => `${name} ${table}`,
  )

  expect(rows.length).toBeGreaterThan(10)
  expect(rows.toSorted()).toEqual(triggers.toSorted())
})
