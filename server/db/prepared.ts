import { Column, fillPlaceholders, is, type Placeholder, SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from './client.ts'

/**
 * Runs a statement that the database has prepared under its name: parsed once a connection, planned a few times.
 * @param name one for each text, at most 63 letters
 */
export async function named<Row extends object>(
  db: Database,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await db.$client.query<Row>({ name, text, values })
  return rows
}

/** A select as drizzle builds it, of columns and pieces of SQL under names of ours. */
type Select<Row> = PromiseLike<Row[]> & {
  toSQL(): { sql: string; params: unknown[] }
  readonly _: { readonly selectedFields: object }
}

/**
 * A select that the database has prepared under a name. It is built at first use, once a database, and its rows are
 * read by what was found out about its columns then: drizzle's own finds it out in every row anew, which takes longer
 * than all else that is done with one.
 * @param name one for each select, at most 63 letters
 * @param select with `sql.placeholder` where values go
 * @throws Error at first use, when a field is anything else, a whole table for instance
 */
export function prepared<Row extends object>(name: string, select: (db: Database) => Select<Row>) {
  const known = oncePerDatabase(db => {
    const query = select(db)
    return { ...query.toSQL(), read: readerOf(query._.selectedFields) }
  })
  return async (db: Database, values: Record<string, unknown>): Promise<Row[]> => {
    const { sql: text, params, read } = known(db)
    const { rows } = await db.$client.query<unknown[]>({
      name,
      text,
      values: fillPlaceholders(params, values),
      rowMode: 'array',
      types,
    })
    return rows.map(read) as Row[]
  }
}

/** How many ids statements are prepared for: a list is filled up with its last one. */
const LENGTHS = [1, 4, 12, 24, 64]
const LONGEST = Math.max(...LENGTHS)

/**
 * The same for rows by their ids, a statement for each of a few lengths. With one array of any length PostgreSQL
 * would think of ten ids wherever it knows nothing of them, find short lists cheaper, and plan anew for each: seven
 * times what one row takes by a plan that is there.
 * @param name at most 60 letters
 * @param select with `inArray` of the places where ids go
 * @returns what finds the rows of ids, each named once, in no order
 */
export function preparedByIds<Row extends object>(
  name: string,
  select: (db: Database, places: Placeholder[]) => Select<Row>,
) {
  const statements = LENGTHS.map(length => {
    const names = Array.from({ length }, (_, nth) => `id${nth}`)
    const places = names.map(place => sql.placeholder(place))
    const statement = prepared<Row>(`${name}_${length}`, db => select(db, places))
    const run = (db: Database, ids: readonly number[]) =>
      statement(db, Object.fromEntries(names.map((place, nth) => [place, ids[nth] ?? ids.at(-1)])))
    return { length, run }
  })
  return async (db: Database, ids: readonly number[]): Promise<Row[]> => {
    const rows: Row[] = []
    for (let from = 0; from < ids.length; from += LONGEST) {
      const part = ids.slice(from, from + LONGEST)
      const { run } = statements.find(({ length }) => length >= part.length)!
      rows.push(...(await run(db, part)))
    }
    return rows
  }
}

/** What is made at first use, once a database. */
export function oncePerDatabase<T>(make: (db: Database) => T): (db: Database) => T {
  const known = new WeakMap<Database, T>()
  return db => {
    let made = known.get(db)
    if (made === undefined) {
      made = make(db)
      known.set(db, made)
    }
    return made
  }
}

/** Moments, days and lengths of time, and arrays of them, by PostgreSQL's `pg_type`: their columns read texts. */
const AS_TEXT = new Set<number>([1082, 1114, 1184, 1186, 1182, 1115, 1185, 1187])
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: Parameters<typeof pg.types.getTypeParser>[0], format) =>
    AS_TEXT.has(id) ? (text: string) => text : pg.types.getTypeParser(id, format),
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** Of the cells of a row, in the order of the fields. */
function readerOf(fields: object): (cells: unknown[]) => Record<string, unknown> {
  const readers = Object.entries(fields).map(([name, field]) => ({
    name,
    decoder: decoderOf(name, field),
  }))
  // A copy of one with all its fields has room for them from the start.
  const blank: Record<string, unknown> = Object.fromEntries(readers.map(({ name }) => [name, null]))
  return cells => {
    const row = { ...blank }
    readers.forEach(({ name, decoder }, nth) => {
      const cell = cells[nth]
      row[name] = cell === null ? null : decoder.mapFromDriverValue(cell)
    })
    return row
  }
}

function decoderOf(name: string, field: unknown): Decoder {
  if (is(field, Column)) return field
  // Said by `mapWith`, and not in drizzle's types.
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  throw new Error(`${name} is neither a column nor a piece of SQL`)
}
