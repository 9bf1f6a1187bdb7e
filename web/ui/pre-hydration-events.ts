import { useEffect } from 'react'

/** What the head script records until React has hydrated the page. */
interface PreHydrationEvents {
  /** Whether the page is hydrated. Parts that wait for the browser to be idle do not count. */
  isHydrated: boolean
  /** The buttons that were pressed before hydration, from first to last. */
  heldClicks: Set<HTMLElement>
  /** Resolves when the page is loaded and the browser is idle, or at the first interaction with the page. */
  firstIdleTime: Promise<unknown>
}

declare global {
  interface Window {
    preHydration: PreHydrationEvents
  }
}

/** Resolves when the browser has time for the parts of the page that wait. On the server it is already resolved. */
export const firstIdleTime: Promise<unknown> =
  typeof document === 'undefined' ? Promise.resolve() : window.preHydration.firstIdleTime

/**
 * Tells React what happened in a part of the page before that part was hydrated: first the fields that the visitor or
 * the browser has filled in, then the buttons that were pressed.
 */
export function replayEarlyEvents(part: Element): void {
  const isHydrated = (element: Element) =>
    part.contains(element) && element.closest('[data-asleep]') === null
  for (const field of part.querySelectorAll<Field>('input, textarea, select'))
    if (isHydrated(field)) replayInput(field)
  for (const button of window.preHydration.heldClicks) {
    if (!isHydrated(button)) continue
    window.preHydration.heldClicks.delete(button)
    delete button.dataset['held']
    button.click()
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Dispatches the events of an edit on a field whose content is not what the server rendered. React compares a field
 * with the content that it last saw, so the field is set back first.
 */
function replayInput(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    const { options, selectedIndex } = field
    const initialIndex = [...options].findIndex(option => option.defaultSelected)
    if (selectedIndex === Math.max(initialIndex, 0)) return
    dispatch(field, 'change')
  } else if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement
    // Of a group of radio buttons the chosen one says it all: pressing another would undo the choice.
    if (box.checked === box.defaultChecked || (box.type === 'radio' && !box.checked)) return
    box.checked = box.defaultChecked
    box.click()
    return
  } else if (field.type === 'file') {
    if (!field.value) return
    dispatch(field, 'change')
  } else {
    const { value, defaultValue } = field
    if (value === defaultValue) return
    const { selectionStart, selectionEnd } = field
    field.value = defaultValue
    setValueUnseen(field, value)
    // A field for emails tells no selection, and has its caret at the end.
    if (selectionStart !== null && field === document.activeElement)
      field.setSelectionRange(selectionStart, selectionEnd)
    dispatch(field, 'input')
  }
  // Who has left the field sees its errors, who is still in it does not.
  if (field !== document.activeElement) dispatch(field, 'focusout')
}

const dispatch = (field: Field, event: string) =>
  field.dispatchEvent(new Event(event, { bubbles: true }))

/** Sets the value of a field by the setter of the browser, which React does not see. */
function setValueUnseen(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}

/** Marks the page as hydrated when the effects of the root run, and replays what happened before. */
export function useHydrationReplay(): void {
  useEffect(() => {
    window.preHydration.isHydrated = true
    replayEarlyEvents(document.documentElement)
  }, [])
}
