import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file with one JSON value per line. If the path is undefined, nothing is stored. */
export interface JsonLinesFile<Row> {
  /** The rows that were in the file when it was opened. */
  initialRows: Row[]
  /** Appends a row. The row is on disk after `flushed` resolves. */
  append(row: Row): void
  /** Resolves when every row appended so far is on disk. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a file of JSON lines and reads its rows. If a crash left an incomplete last line, this line is cut off, since
 * its write was never acknowledged.
 * @param path the path of the file, which is created with its folder if it is missing; if undefined, nothing is stored
 */
export async function openJsonLines<Row>(path: string | undefined): Promise<JsonLinesFile<Row>> {
  if (path === undefined) {
    return { initialRows: [], append() {}, flushed: async () => {}, close: async () => {} }
  }
  await mkdir(dirname(path), { recursive: true })
  const earlier = await readWholeLines<Row>(path)
  const file = await open(path, 'a')

  let batch = ''
  let onDisk = Promise.resolve()
  const write = async () => {
    const lines = batch
    batch = ''
    await file.appendFile(lines)
    await file.sync()
  }
  return {
    initialRows: earlier,
    append(row) {
      // Rows that are appended during a write are written together in the next write.
      if (batch === '') onDisk = onDisk.then(write)
      batch += `${JSON.stringify(row)}\n`
    },
    flushed: () => onDisk,
    async close() {
      await onDisk
      await file.close()
    },
  }
}

async function readWholeLines<Row>(path: string): Promise<Row[]> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) await truncate(path, whole)
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Row)
}
