/** Names the lock under which one tab of this browser sends a file. */
const PREFIX = 'upload '

/**
 * Runs `work` while no other tab sends the same file. Browsers have these locks on addresses with TLS only; without
 * them the server lets one request at a time append to a file.
 * @param onWait is called if another tab sends the file now. `work` runs when that tab ends or is closed
 */
export async function runInOneTab(
  key: string,
  signal: AbortSignal,
  onWait: () => void,
  work: () => Promise<void>,
): Promise<void> {
  if (!('locks' in navigator)) return work()
  const name = PREFIX + key
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async lock => {
    if (lock) await work()
    return lock !== null
  })
  if (isFree || signal.aborted) return undefined
  onWait()
  return navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Returns the fingerprints of the files that tabs of this browser send now. */
export async function findSentKeys(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
  )
}
