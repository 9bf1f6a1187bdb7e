import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file of one JSON value a line, or nothing but memory where it has no path. */
export interface JsonLinesFile<Row> {
  /** What the file held when it was opened. */
  initialRows: Row[]
  /** Adds a line. It is on disk once `flushed` says so. */
  append(row: Row): void
  /** Resolves when every line added so far has reached the disk (fsync), in batches. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file and reads what it holds. A last line cut short by a crash is taken away, since
 * nobody was ever told that it had been written.
 * @param path made with its folder where missing; undefined keeps nothing
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
