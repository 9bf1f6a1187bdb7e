import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ROWS = readFileSync(join(ROOT, 'docs/retention.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split('|').map(cell => cell.trim()))

test('docs/retention.md has one row for each table of the database', () => {
  const tables = Object.values(schema)
    .filter(value => is(value, PgTable))
    .map(table => getTableConfig(table).name)

  expect(tables.length).toBeGreaterThan(40)
  expect(ROWS.map(([, table = '']) => table).toSorted()).toEqual(
    tables.map(name => `\`${name}\``).toSorted(),
  )
})

test('every function that ends a retention exists in the server', () => {
  const server = join(ROOT, 'server')
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => readFileSync(join(server, name), 'utf8'))
    .join('\n')
  const named = ROWS.flatMap(([, , , , endedBy = '']) => /`(\w+)`/.exec(endedBy)?.[1] ?? [])

  expect(named.length).toBeGreaterThan(20)
  // `async purge()` is the method of the rate limiter.
  const missing = named.filter(name => !new RegExp(`(function|async) ${name}\\(`).test(sources))
  expect(missing).toEqual([])
})
