import type { TOUCHES_MAX, TOUCH_DAYS, TOUCH_LENGTHS, Touch } from '#contract/orders/touches.ts'
import type { recordProductView } from '#contract/storefront/product-page.ts'

/**
 * How the visitor came to the site, which is remembered in this browser only and sent with views of products and with
 * orders. The code is loaded when the browser is idle; the values are written here instead of importing them from the
 * contract, which would load its schemas. The type check fails if they differ.
 */
const PATH = '/public/product/:id/view' satisfies (typeof recordProductView)['path']
const MAX = 5 satisfies typeof TOUCHES_MAX
const MAX_AGE_MS = (7 satisfies typeof TOUCH_DAYS) * 86_400_000
const LENGTHS = { path: 200, parameter: 100, referrer: 253 } satisfies typeof TOUCH_LENGTHS

const STORAGE_KEY = 'kiosko:touches'
/** The pages that belong to a seller. The other paths are not sent: some contain the secret link to an order. */
const SELLER_PAGE = /^\/(product|profile|comprar)\//

interface StoredTouch {
  at: number
  touch: Touch
}

const hasParameters = ({ source, medium, campaign, via }: Touch) =>
  Boolean(source ?? medium ?? campaign ?? via)
const hasLink = (touch: Touch) => hasParameters(touch) || Boolean(touch.referrer)

function readTouch(address: string, referrer: string): Touch {
  const { pathname, searchParams } = new URL(address)
  const read = (parameter: string) =>
    searchParams.get(parameter)?.slice(0, LENGTHS.parameter) || undefined
  return {
    path: SELLER_PAGE.test(pathname) ? pathname.slice(0, LENGTHS.path) : '/',
    source: read('utm_source'),
    medium: read('utm_medium'),
    campaign: read('utm_campaign'),
    via: read('via'),
    referrer: referrer.slice(0, LENGTHS.referrer) || undefined,
  }
}

/**
 * Returns the touch by which the document was opened; undefined if it was opened from here, or again. If the page
 * before was left before its scripts could run, its address still has the parameters of the link.
 */
export function readLanding(
  { name, type }: { name: string; type: string },
  referrer: string,
): Touch | undefined {
  if (type !== 'navigate') return undefined
  const from = URL.canParse(referrer) ? new URL(referrer).hostname : ''
  if (from !== new URL(name).hostname) return readTouch(name, from)
  const touch = readTouch(referrer, '')
  return hasParameters(touch) ? touch : undefined
}

/**
 * Puts a touch in front of the remembered ones. Those that are too old are dropped, and visits without a link, which
 * must not displace the links before them.
 */
export function addTouch(stored: StoredTouch[], added: StoredTouch | undefined, now: number) {
  const kept = stored.filter(({ at }) => now - at < MAX_AGE_MS)
  if (!added) return kept
  const links = kept.filter(({ touch }) => hasLink(touch))
  const isSame = ({ touch: { referrer, ...link } }: StoredTouch) => {
    const { referrer: addedReferrer, ...addedLink } = added.touch
    const hasSameHost = addedReferrer === undefined || referrer === addedReferrer
    return hasSameHost && JSON.stringify(link) === JSON.stringify(addedLink)
  }
  const others = links.filter(touch => !isSame(touch))
  // The host of the link is known from the page that was left, if that could remember it.
  const known = hasLink(added.touch) ? links.find(isSame) : undefined
  return [known ? { ...known, at: added.at } : added, ...others].slice(0, MAX)
}

function readStored(): StoredTouch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as StoredTouch[]) : []
  } catch {
    return []
  }
}

function remember(): StoredTouch[] | undefined {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  try {
    if (globalPrivacyControl) {
      localStorage.removeItem(STORAGE_KEY)
      return undefined
    }
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const touch = navigation && readLanding(navigation, document.referrer)
    const now = Date.now()
    const touches = addTouch(readStored(), touch && { at: now, touch }, now)
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(touches))
    } catch {
      // Without storage, the touch counts while the page is open.
    }
    return touches
  } catch {
    return undefined
  }
}

const touches = remember()

/** Returns the touches, the newest first; undefined if the visitor does not want them to be known. */
export const getTouches = (): Touch[] | undefined => touches?.map(({ touch }) => touch)

/** Counts a view of a product. The response is ignored. */
export function countView(id: number): void {
  const body = new Blob([JSON.stringify({ from: getTouches() })], { type: 'application/json' })
  navigator.sendBeacon(`/api${PATH.replace(':id', String(id))}`, body)
}
