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
 * read by what was found out about its columns then (`Run`).
 * @param name one for each select, at most 63 letters
 * @param select with `sql.placeholder` where values go
 * @throws Error at first use, when a field is anything else, a whole table for instance
 */
export function prepared<Row extends object>(name: string, select: (db: Database) => Select<Row>) {
  const known = oncePerDatabase((db): Statement => {
    const query = select(db)
    const { sql: text, params } = query.toSQL()
    return { name, text, params, ...decodersOf(query._.selectedFields), read: undefined }
  })
  return async (db: Database, values: Record<string, unknown>): Promise<Row[]> => {
    const run = new Run(known(db), values)
    // A pool's answer to a query of one's own is a promise, whatever its types say of clients.
    await (db.$client.query(run) as unknown as Promise<void>)
    return run.rowsFound() as Row[]
  }
}

/** How many ids statements are prepared for: a list is filled up with its last one. */
const LENGTHS = [1, 2, 4, 8, 16, 24, 64]
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

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0]
type Cells = (string | null)[]
type Row = Record<string, unknown>

interface Statement {
  name: string
  text: string
  params: unknown[]
  /** Names of a row's fields in the order of its cells, and what reads them. */
  names: string[]
  decoders: Decoder[]
  /** Known when the database has described the columns once. */
  read: ((cells: Cells) => Row) | undefined
}

/**
 * A statement on its way, as pg's own but for how its rows are read. pg finds out about the columns at every run, and
 * drizzle about the fields in every row, which together take longer than all else that is done with a few rows.
 */
class Run extends pg.Query {
  readonly name: string
  readonly values: unknown[]
  readonly #statement: Statement
  readonly #rows: Row[] = []
  #failure: unknown

  constructor(statement: Statement, values: Record<string, unknown>) {
    super(statement.text)
    this.name = statement.name
    this.values = fillPlaceholders(statement.params, values)
    this.#statement = statement
  }

  /** @throws what a cell that cannot be read threw */
  rowsFound(): Row[] {
    if (this.#failure !== undefined) throw this.#failure
    return this.#rows
  }

  /** Called by pg, as are the others that begin so. */
  handleRowDescription({ fields }: { fields: readonly { dataTypeID: TypeId }[] }): void {
    this.#statement.read ??= readerOf(this.#statement, fields)
  }

  handleDataRow({ fields: cells }: { fields: Cells }): void {
    try {
      this.#rows.push(this.#statement.read!(cells))
    } catch (error) {
      // Thrown here, it would end the process: the connection's listener calls this.
      this.#failure ??= error
    }
  }
}

/** Moments, days and lengths of time, and arrays of them, by PostgreSQL's `pg_type`: their columns read texts. */
const AS_TEXT = new Set<number>([1082, 1114, 1184, 1186, 1182, 1115, 1185, 1187])

function readerOf(
  { names, decoders }: Statement,
  columns: readonly { dataTypeID: TypeId }[],
): (cells: Cells) => Row {
  const readers = columns.map(({ dataTypeID: id }, nth) => {
    const decoder = decoders[nth]!
    if (AS_TEXT.has(id)) return (text: string) => decoder.mapFromDriverValue(text)
    const parse: (text: string) => unknown = pg.types.getTypeParser(id, 'text')
    return (text: string) => decoder.mapFromDriverValue(parse(text))
  })
  // A copy of one with all its fields has room for them from the start.
  const blank: Row = Object.fromEntries(names.map(name => [name, null]))
  return cells => {
    const row = { ...blank }
    for (let nth = 0; nth < readers.length; nth++) {
      const cell = cells[nth]
      if (typeof cell === 'string') row[names[nth]!] = readers[nth]!(cell)
    }
    return row
  }
}

function decodersOf(fields: object): Pick<Statement, 'names' | 'decoders'> {
  const entries = Object.entries(fields)
  return {
    names: entries.map(([name]) => name),
    decoders: entries.map(([name, field]) => decoderOf(name, field)),
  }
}

function decoderOf(name: string, field: unknown): Decoder {
  if (is(field, Column)) return field
  // Said by `mapWith`, and not in drizzle's types.
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  throw new Error(`${name} is neither a column nor a piece of SQL`)
}
