import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file with one JSON value per line. Without a path nothing is stored. */
export interface JsonLinesFile<Row> {
  /** The rows that the file held when it was opened. */
  initialRows: Row[]
  /** Appends a line. The line is on disk after `flushed` resolves. */
  append(row: Row): void
  /** Resolves when every line added so far has reached the disk (fsync), in batches. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a JSON lines file and reads its rows. An incomplete last line, left by a crash, is cut off: its write was
 * never acknowledged.
 * @param path path of the file, created with its folder if missing; undefined stores nothing
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
      // Lines added while an earlier batch is being written share the next write and its fsync.
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
