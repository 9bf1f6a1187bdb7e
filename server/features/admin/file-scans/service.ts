import type { RefusedFile } from '#contract/admin/file-scans.ts'
import type { Context } from '#server/context.ts'
import { readPage } from '#server/http/result-page.ts'
import { countUnscannedFiles, countWaitingFiles, findRefusedFiles } from './queries.ts'

/** Returns the state of the file scanner, and a page of the files that it refused. */
export async function listRefusedFiles({ db, scanner }: Context, cursor: number | undefined) {
  const [version, waiting, unscanned, page] = await Promise.all([
    scanner?.readVersion().catch(() => null) ?? null,
    countWaitingFiles(db),
    // Without a scanner this is every file, and counting them would read all products.
    scanner ? countUnscannedFiles(db) : null,
    readPage(limit => findRefusedFiles(db, { cursor, limit })),
  ])
  const files: RefusedFile[] = page.rows.map(({ scannedAt, refusal, ...file }) => ({
    ...file,
    at: scannedAt!.toISOString(),
    refusal: refusal!,
  }))
  return {
    scanner: scanner ? { version } : null,
    waiting,
    unscanned,
    files,
    nextCursor: page.nextCursor,
  }
}
