import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { settle } from './calm.ts'
import { expect } from './stage.ts'

/** Where a picture of every screen lands, to be looked at: the folder that SCREENS names, if it names one. */
export const PICTURES = process.env['SCREENS']
if (PICTURES) mkdirSync(PICTURES, { recursive: true })

type Theme = 'light' | 'dark'

const WHOLE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What a theme changes. The rest does not depend on it. */
const COLOURS = ['color-contrast']

/** A page does not scroll sideways; what makes it do so is named. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth === clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter(element => element.getBoundingClientRect().right > clientWidth)
      .map(element => element.outerHTML.slice(0, 120))
  })
  expect(tooWide, `${name} scrolls sideways`).toEqual([])
}

/** Axe finds nothing on a page as it stands. */
async function expectAccessible(page: Page, name: string, rules: 'whole' | 'colours') {
  const runOnly: axe.RunOnly =
    rules === 'whole' ? { type: 'tag', values: WHOLE } : { type: 'rule', values: COLOURS }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults = await page.evaluate(
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
  expect(faults, name).toEqual([])
}

async function wearTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Colours that are on their way to the other theme are judged where they arrive.
  await settle(page)
}

/**
 * A screen as it stands is whole and accessible: it does not scroll sideways, axe finds nothing, nor do the
 * colours fail in the dark.
 * @param fullPage false for what lies over the page, such as a dialog
 * @param dark whether the dark is looked at too; pictures are made of it always
 */
export async function lookAt(
  page: Page,
  name: string,
  { fullPage = true, dark = true } = {},
): Promise<void> {
  const picture = async (theme: Theme) => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`), fullPage })
  }
  await wearTheme(page, 'light')
  await expectNoSidewaysScroll(page, name)
  await expectAccessible(page, `${name} light`, 'whole')
  await picture('light')
  if (!dark && !PICTURES) return
  await wearTheme(page, 'dark')
  await expectAccessible(page, `${name} dark`, 'colours')
  await picture('dark')
}
