import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A kind of personal data: which columns of which rows are exported. `key` identifies a row. */
export interface Section {
  name: string
  table: PgTable
  key: PgColumn
  columns: Record<string, PgColumn>
  rows: SQL | undefined
}

/**
 * Picks the columns of a table that are exported, so that a new column, such as a secret, is not exported by itself.
 */
export function pick<T extends PgTable>(
  table: T,
  ...names: (keyof T & string)[]
): Record<string, PgColumn> {
  return Object.fromEntries(names.map(name => [name, table[name] as PgColumn]))
}

/** Returns the names of fields, such as those of a schema. */
export const namesOf = <Name extends string>(fields: Record<Name, unknown>): Name[] =>
  Object.keys(fields) as Name[]
