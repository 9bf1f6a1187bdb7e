let sentinel: WakeLockSentinel | undefined
let isWanted = false

/**
 * Keeps the screen on while files are sent, since a phone that sleeps cuts the connection. The browser ends it when the
 * tab is hidden, and it is asked for again when the tab is shown. Browsers without it, or on a low battery, refuse.
 */
export function keepAwake(wanted: boolean): void {
  if (wanted === isWanted) return
  isWanted = wanted
  if (wanted) {
    document.addEventListener('visibilitychange', request)
    request()
  } else {
    document.removeEventListener('visibilitychange', request)
    void sentinel?.release()
    sentinel = undefined
  }
}

function request(): void {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  void takeLock()
}

async function takeLock(): Promise<void> {
  const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
  if (isWanted) sentinel = lock
  else await lock?.release()
}
