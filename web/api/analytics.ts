/** Where events go, and under which project. */
export interface AnalyticsTarget {
  key: string
  host: string
}

/** What is told of an event: nothing that says who somebody is. */
type Properties = Record<string, string | number | boolean>

const VISIT = 'kiosko:visit'

let target: AnalyticsTarget | undefined

/** Begins to send events, unless the browser asks not to be followed. Source: design, analytics. */
export function startAnalytics(to: AnalyticsTarget): void {
  const { doNotTrack } = navigator
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
  if (doNotTrack !== '1' && globalPrivacyControl !== true) target = to
}

/**
 * Sends an event in the way PostHog takes it, when the browser has time; a failure is nobody's. Addresses are
 * given as their pattern, never as they are: some hold secret links.
 */
export function track(event: string, properties: Properties = {}): void {
  const to = target
  if (!to) return
  const body = JSON.stringify({
    api_key: to.key,
    event,
    distinct_id: visitId(),
    timestamp: new Date().toISOString(),
    properties: { ...properties, $process_person_profile: false },
  })
  const send = () => {
    // `no-cors` with plain text: nothing is asked before, and nothing is read after.
    fetch(`${to.host}/i/v0/e/`, {
      method: 'POST',
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'text/plain' },
      body,
    }).catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(send, { timeout: 2000 })
  else setTimeout(send)
}

/** One visit, by chance: it is forgotten with the tab. */
function visitId(): string {
  try {
    const known = sessionStorage.getItem(VISIT)
    if (known) return known
    const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), byte =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    sessionStorage.setItem(VISIT, made)
    return made
  } catch {
    return 'nobody'
  }
}
