/** The analytics server, and the project on it to which events are sent. */
export interface AnalyticsTarget {
  key: string
  host: string
}

/** The properties of an event. They must not identify a person. */
type Properties = Record<string, string | number | boolean>

const VISIT_ID_KEY = 'kiosko:visit'

let target: AnalyticsTarget | undefined

/**
 * Starts sending events to `to`, unless the browser asks not to be tracked (Do Not Track, Global Privacy Control).
 * Source: design, analytics.
 */
export function startAnalytics(to: AnalyticsTarget): void {
  const { doNotTrack } = navigator
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
  if (doNotTrack !== '1' && globalPrivacyControl !== true) target = to
}

/**
 * Sends an event in PostHog's format when the browser is idle, and ignores a failure. An event names its page by the
 * route pattern, never by the URL, because some URLs hold secret tokens.
 */
export function trackEvent(event: string, properties: Properties = {}): void {
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
    // With `no-cors` and plain text the browser sends no preflight request. The response is hidden, but it is not
    // needed.
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

/** Returns a random id for this visit, which is stored until the tab is closed. */
function visitId(): string {
  try {
    const existingId = sessionStorage.getItem(VISIT_ID_KEY)
    if (existingId) return existingId
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), byte =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    sessionStorage.setItem(VISIT_ID_KEY, id)
    return id
  } catch {
    return 'nobody'
  }
}
