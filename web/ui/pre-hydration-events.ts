import { useEffect } from 'react'

/** The events that the head script records until React has hydrated the page. */
interface PreHydrationEvents {
  /** Whether the page is hydrated, except for parts that wait for an interaction. */
  isHydrated: boolean
  /** The elements that were clicked or changed before hydration, in order, each with its event. */
  heldEvents: Map<HTMLElement, 'click' | 'change'>
  /** Resolves at the first interaction. */
  firstInteraction: Promise<unknown>
}

declare global {
  interface Window {
    preHydration: PreHydrationEvents
  }
}

/** Resolves at the first interaction with the page; on the server it is resolved already. */
export const firstInteraction: Promise<unknown> =
  typeof document === 'undefined' ? Promise.resolve() : window.preHydration.firstInteraction

/** Dispatches the held events of a part that is now hydrated. */
export function replayHeldEvents(part: Element): void {
  for (const [element, event] of window.preHydration.heldEvents) {
    if (!part.contains(element) || element.closest('[data-asleep]')) continue
    window.preHydration.heldEvents.delete(element)
    delete element.dataset['held']
    if (event === 'click') element.click()
    else element.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

/** Marks the page as hydrated once the root's effects run, and replays the held events. */
export function useHydrationReplay(): void {
  useEffect(() => {
    window.preHydration.isHydrated = true
    replayHeldEvents(document.documentElement)
  }, [])
}
