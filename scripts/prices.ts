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

/** Measures a part of a test run, such as the start of an app. Parts do not contain each other. */
export async function measurePrice<T>(part: string, work: () => Promise<T>): Promise<T> {
  const file = process.env[PRICES_VARIABLE]
  if (file === undefined) return work()
  const start = performance.now()
  try {
    return await work()
  } finally {
    const price: Price = { part, ms: performance.now() - start }
    appendFileSync(file, `${JSON.stringify(price)}\n`)
  }
}
