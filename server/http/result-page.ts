const PAGE_SIZE = 50

/** One page of a list, and the cursor of the next page; null on the last page. */
export type ResultPage<Name extends string, Row> = Record<Name, Row[]> & {
  nextCursor: number | null
}

/** Reads a page of 50 rows. It asks `find` for 51 rows, since the 51st shows that there is a next page. */
export async function readPage<Row extends { id: number }>(
  find: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: number | null }> {
  const foundRows = await find(PAGE_SIZE + 1)
  const rows = foundRows.slice(0, PAGE_SIZE)
  return { rows, nextCursor: foundRows.length > PAGE_SIZE ? rows.at(-1)!.id : null }
}
