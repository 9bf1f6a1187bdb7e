import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { recordFilePrice } from '../../scripts/prices.ts'

/**
 * Measures each test file, as a setup file of Vitest: how long its modules took to load, how long it ran, and what it
 * took of the processor by itself and in the processes that it started.
 */

const start = performance.now()
const startCpuMs = readCpuMs()
const startChildrenMs = readChildrenMs()
let loaded = start

beforeAll(() => {
  loaded = performance.now()
})

afterAll(() => {
  recordFilePrice({
    file: expect.getState().testPath ?? 'unknown',
    ms: performance.now() - start,
    loadMs: loaded - start,
    cpuMs: readCpuMs() - startCpuMs,
    childrenMs: readChildrenMs() - startChildrenMs,
  })
})

function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The processor time of all ended child processes, which only Linux tells, in hundredths of a second. */
function readChildrenMs(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
