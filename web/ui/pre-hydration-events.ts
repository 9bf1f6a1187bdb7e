import { useEffect } from 'react'

/** The events that the head script records until React has hydrated the page, and their state. */
interface PreHydrationEvents {
  /** Whether the page is hydrated. Parts that wait for an interaction do not count. */
  isHydrated: boolean
  /** The elements that were clicked or changed before hydration, from first to last, each with its event. */
  heldEvents: Map<HTMLElement, 'click' | 'change'>
  /** Resolves at the first interaction with the page. */
  firstInteraction: Promise<unknown>
}

declare global {
  interface Window {
    preHydration: PreHydrationEvents
  }
}

/** Resolves at the first interaction with the page. On the server it is already resolved. */
export const firstInteraction: Promise<unknown> =
  typeof document === 'undefined' ? Promise.resolve() : window.preHydration.firstInteraction

/** Dispatches the recorded events on the elements of a part of the page that is now hydrated. */
export function replayHeldEvents(part: Element): void {
  for (const [element, event] of window.preHydration.heldEvents) {
    if (!part.contains(element) || element.closest('[data-asleep]')) continue
    window.preHydration.heldEvents.delete(element)
    delete element.dataset['held']
    if (event === 'click') element.click()
    else element.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

/** Marks the page as hydrated when the effects of the root run, and replays the recorded events. */
export function useHydrationReplay(): void {
  useEffect(() => {
    window.preHydration.isHydrated = true
    replayHeldEvents(document.documentElement)
  }, [])
}

/** Hydrates the parts of the page that wait for an interaction, because the page has something to restore in them. */
export function hydrateAtOnce(): void {
  dispatchEvent(new Event('focusin'))
}
