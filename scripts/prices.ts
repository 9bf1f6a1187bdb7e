import { appendFileSync } from 'node:fs'

/**
 * What the parts of test runs cost. The tests of a run add their times to one file, whose path is in the environment,
 * and `npm test` prints the sums. Without the path nothing is measured.
 */

/** The environment variable with the path of the file to which each process of a test run adds its times. */
export const PRICES_VARIABLE = 'TEST_PRICES_FILE'

/** A line of the file: how long a part took in milliseconds. */
export interface Price {
  part: string
  ms: number
}

/** A line of the file: what a test file took, in milliseconds. */
export interface FilePrice {
  file: string
  ms: number
  /** The part of `ms` in which its modules were loaded. */
  loadMs: number
  /** The processor time of its worker process. */
  cpuMs: number
  /** The processor time of the processes that it started and that have ended. */
  childrenMs: number
}

/** Measures a part of a test run, such as the start of an app. Parts do not contain each other. */
export async function measurePrice<T>(part: string, work: () => Promise<T>): Promise<T> {
  if (process.env[PRICES_VARIABLE] === undefined) return work()
  const start = performance.now()
  try {
    return await work()
  } finally {
    append({ part, ms: performance.now() - start })
  }
}

/** Records what a test file took. Without the path of `PRICES_VARIABLE` nothing is recorded. */
export const recordFilePrice = (price: FilePrice): void => append(price)

function append(price: Price | FilePrice): void {
  const file = process.env[PRICES_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(price)}\n`)
}
