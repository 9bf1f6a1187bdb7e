const PAGE = 50

/** A page of a list under its name, and where the next one starts. */
export type Page<Name extends string, Row> = Record<Name, Row[]> & { nextCursor: number | null }

/** Reads one row more than a page shows, which tells whether there is a next one. */
export async function readPage<Row extends { id: number }>(
  find: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: number | null }> {
  const found = await find(PAGE + 1)
  const rows = found.slice(0, PAGE)
  return { rows, nextCursor: found.length > PAGE ? rows.at(-1)!.id : null }
}
