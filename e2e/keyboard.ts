import type { Locator, Page } from '@playwright/test'
import { expect } from './stage.ts'

declare global {
  interface Window {
    /** What had the focus a step ago, and how it looked. */
    focusWas?: { element: Element; look: string }
  }
}

/** Far more than any way across a page takes. */
const STEPS = 120

/**
 * One press, and a look at where it led: the focus is on something of the page, in sight and not under anything
 * else, and shows, which is to say that what had it looks different without it.
 */
export async function step(page: Page, key = 'Tab'): Promise<void> {
  await page.keyboard.press(key)
  expect(await page.evaluate(judgeFocus), `the focus after ${key}`).toBe('')
}

/** Walks by Tab until something has the focus. */
export async function walkTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < STEPS; steps += 1) {
    await step(page)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab never came to ${String(target)}`)
}

/** Walks to a field and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await walkTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** The focus, wherever a press has led, is on something. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
}

function judgeFocus(): string {
  const look = (element: Element): string => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    // A ring may stand around what holds a field, too.
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

  const was = globalThis.window.focusWas
  globalThis.window.focusWas = { element, look: look(element) }
  if (was && was.element !== element && was.element.isConnected && look(was.element) === was.look)
    return `did not show on ${was.element.outerHTML.slice(0, 200)}`

  const { left, top, right, bottom } = element.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap(across =>
    [0.1, 0.5, 0.9].map(down => [left + (right - left) * across, top + (bottom - top) * down]),
  )
  const seen = points.some(([x, y]) => {
    const there = document.elementFromPoint(x!, y!)
    return there && (element.contains(there) || there.contains(element))
  })
  return seen ? '' : `is out of sight: ${element.outerHTML.slice(0, 200)}`
}
