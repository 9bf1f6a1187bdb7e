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

/** Prepares a statement once a database and variant, at its first use. */
export function preparedOnce<V extends string, S>(prepare: (db: Database, variant: V) => S) {
  const known = new WeakMap<Database, Map<V, S>>()
  return (db: Database, variant: V): S => {
    const variants = known.get(db) ?? new Map<V, S>()
    known.set(db, variants)
    const statement = variants.get(variant) ?? prepare(db, variant)
    variants.set(variant, statement)
    return statement
  }
}
