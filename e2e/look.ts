import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './stage.ts'

/** Where a picture of every screen lands, to be looked at: the folder that SCREENS names, if it names one. */
export const PICTURES = process.env['SCREENS']
if (PICTURES) mkdirSync(PICTURES, { recursive: true })

/** Colours that are on their way to the other theme are judged where they arrive. */
function settle(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}

/**
 * A screen as it stands is whole and accessible, in light and in dark: it does not scroll sideways, and axe
 * finds nothing.
 * @param fullPage false for what lies over the page, such as a dialog
 */
export async function lookAt(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} scrolls sideways`).toBe(0)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await settle(page)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${name} ${theme}: ${id} ${nodes.map(node => node.target.join(' ')).join(', ')}`,
      ),
    ).toEqual([])
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`), fullPage })
  }
}
