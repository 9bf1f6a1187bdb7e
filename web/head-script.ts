/**
 * Returns the script that runs before the first paint. The HTML is the same for every visitor, so the script reads the
 * visitor's cookies. Its text depends on settings only, so its CSP hash is constant. The page contains the source text
 * of the functions, which therefore must not use anything outside of themselves.
 */
export function buildHeadScript(signedInCookie: string): string {
  return `(${markRootElement.toString()})(${JSON.stringify(signedInCookie)});(${recordEarlyEvents.toString()})()`
}

/** Marks a likely session (`data-signed-in`) and the chosen theme (`data-theme`) on the root element. */
function markRootElement(signedInCookie: string): void {
  const { dataset } = document.documentElement
  const cookies = `; ${document.cookie};`
  const theme = /; theme=(light|dark);/.exec(cookies)?.[1]
  if (theme) dataset['theme'] = theme
  if (cookies.includes(`; ${signedInCookie}=1;`)) dataset['signedIn'] = ''
}

/**
 * Defines `window.preHydration`, which `ui/pre-hydration-events.ts` reads. Links, and forms with an `action`, work
 * without React. A click on any other button is held until the page, or the part that contains the button, is hydrated.
 * The button is marked meanwhile. A script that could not be loaded is asked for again.
 */
function recordEarlyEvents(): void {
  const interactionEvents = [
    'pointermove',
    'pointerdown',
    'touchstart',
    'keydown',
    'focusin',
    'click',
    'scroll',
    // Navigating back, and a cover that fails to load, also need a hydrated page.
    'popstate',
    'error',
  ]
  const preHydration: Window['preHydration'] = {
    isHydrated: false,
    heldClicks: new Set(),
    firstIdleTime: new Promise(resolve => {
      for (const name of interactionEvents)
        window.addEventListener(name, resolve, { once: true, capture: true, passive: true })
      // Safari has no requestIdleCallback.
      window.addEventListener('load', () =>
        window.requestIdleCallback ? window.requestIdleCallback(resolve) : setTimeout(resolve, 200),
      )
    }),
  }
  window.preHydration = preHydration

  const needsHydration = (element: Element) =>
    !preHydration.isHydrated || element.closest('[data-asleep]') !== null

  window.addEventListener(
    'click',
    event => {
      const control = event.target instanceof Element && event.target.closest('a, button')
      if (!(control instanceof HTMLButtonElement) || !needsHydration(control)) return
      const isPlainSubmit = control.type === 'submit' && control.form?.hasAttribute('action')
      if (isPlainSubmit && !control.closest('[data-asleep]')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      control.dataset['held'] = ''
      preHydration.heldClicks.add(control)
    },
    true,
  )
  let retryDelayMs = 500
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || preHydration.isHydrated) return
      setTimeout(() => {
        const again = document.createElement('script')
        for (const { name, value } of target.attributes) again.setAttribute(name, value)
        again.nonce = target.nonce
        again.text = target.text
        target.replaceWith(again)
      }, retryDelayMs)
      retryDelayMs = Math.min(2 * retryDelayMs, 15_000)
    },
    true,
  )
}
