import { useEffect } from 'react'

/** What the page's head notes from its first moment on, for the code that comes later. */
interface Early {
  /** React has taken the page over, but for the parts that are asleep. */
  alive: boolean
  /** What was pressed or chosen while nobody listened, each once and in that order, and the event it was. */
  held: Map<HTMLElement, 'click' | 'change'>
  /** Resolves at the first sign of a person. */
  person: Promise<unknown>
}

declare global {
  interface Window {
    early: Early
  }
}

/** At the first sign of a person; at once on the server. */
export const person: Promise<unknown> =
  typeof document === 'undefined' ? Promise.resolve() : window.early.person

/** Makes good, within a part that is awake by now, what was done before it was. */
export function makeGood(part: Element): void {
  for (const [element, event] of window.early.held) {
    if (!part.contains(element) || element.closest('[data-asleep]')) continue
    window.early.held.delete(element)
    delete element.dataset['held']
    if (event === 'click') element.click()
    else element.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

/** For the root: the page is alive as soon as its effects run. */
export function useAlive(): void {
  useEffect(() => {
    window.early.alive = true
    makeGood(document.documentElement)
  }, [])
}
