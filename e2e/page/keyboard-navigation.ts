import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { waitForFrames } from './wait-for-idle.ts'

declare global {
  interface Window {
    /** The element that was focused before the last key press, and its style while focused. */
    previousFocus?: { element: Element; style: string }
  }
}

/** The limit of Tab presses in a loop. No page has as many focusable elements. */
const MAX_TAB_PRESSES = 120

/**
 * Presses a key and asserts that the focused element is visible and not covered. Also asserts that a focus style is
 * visible: the previously focused element must look different now.
 */
export async function pressAndCheckFocus(page: Page, key = 'Tab'): Promise<void> {
  await page.keyboard.press(key)
  // A bar that appears as the page scrolls may cover the focus, so the page gets the frames that this takes.
  await waitForFrames(page, 3)
  expect(await page.evaluate(describeFocusFault), `the focus after ${key}`).toBe('')
}

/** Presses Tab until the target has the focus, and checks the focus after each press. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < MAX_TAB_PRESSES; steps += 1) {
    await pressAndCheckFocus(page)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${String(target)}`)
}

/** Reaches a field by Tab and replaces its value by typing. */
export async function tabToAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Asserts that some element of the page has the focus, not the body. */
export async function expectFocusNotLost(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
}

/** Returns why the focus is lost, hidden or without a visible style, or an empty string; it runs in the browser. */
export function describeFocusFault(): string {
  const styleOf = (element: Element): string => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    // The focus ring can be on the parent or the label of a field.
    const parts = [element, element.parentElement, element.closest('label')]
    return parts
      .map(part => {
        if (!part) return ''
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part)
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join(' ')
  }
  const element = document.activeElement
  if (!element || element === document.body) return 'is lost'

  const previous = globalThis.window.previousFocus
  globalThis.window.previousFocus = { element, style: styleOf(element) }
  // A page that replaces another one focuses its main part for screen readers; Tab never reaches it, so it has no ring.
  const isPreviousComparable =
    previous?.element !== element &&
    previous?.element.isConnected &&
    previous.element.localName !== 'main'
  if (isPreviousComparable && styleOf(previous.element) === previous.style)
    return `did not show on ${previous.element.outerHTML.slice(0, 200)}`

  const { left, top, right, bottom } = element.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap(across =>
    [0.1, 0.5, 0.9].map(down => [left + (right - left) * across, top + (bottom - top) * down]),
  )
  const isVisible = points.some(([x, y]) => {
    const topElement = document.elementFromPoint(x!, y!)
    return topElement && (element.contains(topElement) || topElement.contains(element))
  })
  return isVisible ? '' : `is out of sight: ${element.outerHTML.slice(0, 200)}`
}
