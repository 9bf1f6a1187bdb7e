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
 * without React. A click on any other button, or a change of a select, is held until the page, or the part that
 * contains the element, is hydrated. The element is marked meanwhile.
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
    heldEvents: new Map(),
    firstInteraction: new Promise(resolve => {
      for (const name of interactionEvents)
        window.addEventListener(name, resolve, { once: true, capture: true, passive: true })
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
      preHydration.heldEvents.set(control, 'click')
    },
    true,
  )
  window.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLSelectElement && needsHydration(target))
        preHydration.heldEvents.set(target, 'change')
    },
    true,
  )
}
