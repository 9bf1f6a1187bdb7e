import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { waitForStableLayout } from './wait-for-idle.ts'
import { expect } from '../fixtures.ts'

/**
 * The folder for a screenshot of every screen, from the environment variable SCREENS. If it is not set, no screenshots
 * are taken.
 */
export const SCREENSHOT_FOLDER = process.env['SCREENS']
if (SCREENSHOT_FOLDER) mkdirSync(SCREENSHOT_FOLDER, { recursive: true })

type Theme = 'light' | 'dark'

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The only axe rule whose result depends on the theme, so the dark theme is checked by this rule alone. */
const THEME_RULES = ['color-contrast']

/** Asserts that a page does not scroll horizontally; a failure lists the elements that overflow. */
export async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  const overflowingElements = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth === clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter(element => element.getBoundingClientRect().right > clientWidth)
      .map(element => element.outerHTML.slice(0, 120))
  })
  expect(overflowingElements, `${name} scrolls horizontally`).toEqual([])
}

/** Asserts that axe finds no accessibility violation on a page, by all WCAG rules or by colour contrast alone. */
async function expectAccessible(page: Page, name: string, rules: 'wcag' | 'contrast') {
  const runOnly: axe.RunOnly =
    rules === 'wcag' ? { type: 'tag', values: WCAG_TAGS } : { type: 'rule', values: THEME_RULES }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const accessibilityFaults = await page.evaluate(
    async options => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        document,
        options,
      )
      return violations.map(
        ({ id, nodes }) =>
          `${id} ${nodes.map(({ target, any }) => [...target, ...any.map(({ message }) => message)].join(' ')).join(', ')}`,
      )
    },
    { runOnly, resultTypes: ['violations' as const] },
  )
  expect(accessibilityFaults, name).toEqual([])
}

async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // axe must read the final colors, so the transition to the other theme's colors has to end first.
  await waitForStableLayout(page)
}

/**
 * Asserts that a screen does not scroll horizontally and that axe finds no violation: in the light theme by all WCAG
 * rules, in the dark theme by colour contrast alone.
 * @param fullPage false takes a screenshot of the viewport alone, for instance of a dialog
 * @param dark whether the dark theme is checked; it always is if screenshots are taken
 */
export async function checkScreen(
  page: Page,
  name: string,
  { fullPage = true, dark = true } = {},
): Promise<void> {
  const takeScreenshot = async (theme: Theme) => {
    if (SCREENSHOT_FOLDER)
      await page.screenshot({ path: join(SCREENSHOT_FOLDER, `${name}-${theme}.png`), fullPage })
  }
  await switchTheme(page, 'light')
  await expectNoHorizontalScroll(page, name)
  await expectAccessible(page, `${name} light`, 'wcag')
  await takeScreenshot('light')
  if (!dark && !SCREENSHOT_FOLDER) return
  await switchTheme(page, 'dark')
  await expectAccessible(page, `${name} dark`, 'contrast')
  await takeScreenshot('dark')
}
