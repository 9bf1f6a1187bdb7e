import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SNAPSHOTS = join(ROOT, 'server/db/migrations/meta')

const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)

/** The columns of each table that the migrations create, as the newest snapshot of drizzle-kit lists them. */
function readStoredColumns(): Map<string, string[]> {
  const newest = readdirSync(SNAPSHOTS)
    .filter(file => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1)!
  const { tables } = JSON.parse(readFileSync(join(SNAPSHOTS, newest), 'utf8')) as {
    tables: Record<string, { name: string; columns: object }>
  }
  return new Map(Object.values(tables).map(({ name, columns }) => [name, Object.keys(columns)]))
}

/** Lists the constants that hold the definition of a job, with the kind under which the job is stored. */
function listJobs(): { constant: string; kind: unknown }[] {
  const jobs: { constant: string; kind: unknown }[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, id, init } = node as {
      type?: string
      id?: { name: string }
      init?: { callee?: { name?: string }; arguments: { value?: unknown }[] }
    }
    if (type === 'VariableDeclarator' && init?.callee?.name === 'defineJob')
      jobs.push({ constant: id!.name, kind: init.arguments[0]?.value })
    Object.values(node).forEach(visit)
  }
  const sources = listRepositoryFiles().filter(path => /^server\/.*(?<!\.test)\.ts$/.test(path))
  for (const path of sources) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    if (text.includes('defineJob<')) visit(parseSync(path, text).program)
  }
  return jobs
}

describe('what is stored has the name that the code gives it', () => {
  const tables = Object.entries(schema).flatMap(([constant, value]) =>
    is(value, PgTable) ? [{ constant, table: value }] : [],
  )

  test('a table is named as its constant, in snake case', () => {
    const names = tables.map(({ table }) => getTableName(table))

    expect(names).toEqual(tables.map(({ constant }) => toSnakeCase(constant)))
    expect(names.length).toBeGreaterThan(50)
  })

  test('a column is named as its property, in snake case', () => {
    const storedColumns = readStoredColumns()

    for (const { table } of tables)
      expect(storedColumns.get(getTableName(table)), getTableName(table)).toEqual(
        Object.keys(getTableColumns(table)).map(toSnakeCase),
      )
    expect(storedColumns.size).toBe(tables.length)
  })

  test('a kind of job is named as its constant without “Job”, in snake case', () => {
    const jobs = listJobs()

    expect(jobs.map(({ kind }) => kind)).toEqual(
      jobs.map(({ constant }) => toSnakeCase(constant.replace(/Job$/, ''))),
    )
    expect(jobs.length).toBeGreaterThan(20)
  })
})
