import { readFile } from 'node:fs/promises'

/** The pause in milliseconds between two samples of the memory of a process. */
export const SAMPLE_MS = 20

/** Returns the resident memory of a process in bytes. */
export async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024
}

/**
 * Runs `work` and samples the resident memory of a process meanwhile; returns the result of `work`, its time in
 * milliseconds, and the peak memory in bytes.
 * @param findPid returns the id of the process, which can be another one after a restart
 */
export async function measurePeakMemory<T>(
  findPid: () => number,
  work: () => Promise<T>,
): Promise<{ peak: number; ms: number; result: T }> {
  let peak = 0
  const startedAt = performance.now()
  // A process that has ended has no memory.
  const sample = async () => {
    peak = Math.max(peak, await readResidentBytes(findPid()).catch(() => 0))
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  try {
    const result = await work()
    const ms = performance.now() - startedAt
    await sample()
    return { result, ms, peak }
  } finally {
    clearInterval(timer)
  }
}
