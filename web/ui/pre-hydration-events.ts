import { useEffect } from 'react'

/** What the head script records until React takes over. */
interface PreHydrationEvents {
  /** The page is hydrated, except for parts that wait for an interaction. */
  alive: boolean
  /** The elements that were clicked or changed before hydration, in order, with the event. */
  held: Map<HTMLElement, 'click' | 'change'>
  /** Resolves at the first interaction. */
  person: Promise<unknown>
}

declare global {
  interface Window {
    early: PreHydrationEvents
  }
}

/** Resolves at the first interaction with the page; on the server it is resolved already. */
export const firstInteraction: Promise<unknown> =
  typeof document === 'undefined' ? Promise.resolve() : window.early.person

/** Dispatches the held events of a part that is now hydrated. */
export function replayHeldEvents(part: Element): void {
  for (const [element, event] of window.early.held) {
    if (!part.contains(element) || element.closest('[data-asleep]')) continue
    window.early.held.delete(element)
    delete element.dataset['held']
    if (event === 'click') element.click()
    else element.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

/** Marks the page as hydrated once the root's effects run, and replays the held events. */
export function useHydrationReplay(): void {
  useEffect(() => {
    window.early.alive = true
    replayHeldEvents(document.documentElement)
  }, [])
}
