import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Locale } from '#messages/runtime'
import { LOCALES, setSessionCookies } from '../actions/account-actions.ts'
import { gotoAndWaitForIdle, waitForIdle, waitForStableLayout } from '../page/wait-for-idle.ts'
import { BUYER_PICTURES } from './buyer-pictures.ts'
import { fixTexts } from './fixed-texts.ts'
import { demoTest } from './fixtures.ts'
import { PHONE_AGENT, type PictureData, createPictureData } from './picture-data.ts'
import type { HelpPicture } from './picture.ts'
import { SELLER_PICTURES } from './seller-pictures.ts'

/** The pictures show a phone, since most readers have one: on a phone they have the size of the real screen. */
const WIDTH = 390
/** So high that nothing scrolls, also not in a drawer. */
const HEIGHT = 2600
const DENSITY = 2
const TIMEOUT_MS = 10_000
/** The space around the shown elements, in CSS pixels. A dialog has none, because its surroundings are dimmed. */
const MARGIN = 14
/** The folder of the pictures, from `npm run help-pictures`. */
const FOLDER = process.env['PICTURE_FOLDER']
/** The themes to take, separated by commas. */
const THEMES = (process.env['PICTURE_THEMES']?.split(',') ?? []) as ('light' | 'dark')[]
/** The names of the pictures to take, separated by commas; none means all. */
const NAMES = new Set(process.env['PICTURE_NAMES']?.split(',').filter(Boolean))

/**
 * Those of sellers come first, in all languages, since the buy form places an order: a picture that shows how many
 * orders wait is the same whether it is taken alone or with all others.
 */
const PICTURES = [...SELLER_PICTURES, ...BUYER_PICTURES].filter(
  ({ name }) => NAMES.size === 0 || NAMES.has(name),
)

demoTest('the pictures of the guides', async ({ browser, server }) => {
  if (!FOLDER) throw new Error('Pictures are taken by `npm run help-pictures`.')
  mkdirSync(FOLDER, { recursive: true })
  const data = await createPictureData(server)
  // One faulty picture must not make the others wait for another marketplace with demo data.
  const errors: unknown[] = []
  for (const picture of PICTURES)
    for (const locale of LOCALES) {
      const page = await openPage(browser, locale, picture.viewer, data)
      const path = join(FOLDER, [picture.guide, picture.name, locale].join('_'))
      await takePicture(page, { picture, locale, data, path }).catch(error => errors.push(error))
      await page.context().close()
    }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
})

/** Takes a picture in both themes, as the files `path` with the theme and `.png` behind it. */
async function takePicture(
  page: Page,
  {
    picture: { address, reach },
    locale,
    data,
    path,
  }: { picture: HelpPicture; locale: Locale; data: PictureData; path: string },
): Promise<void> {
  await gotoAndWaitForIdle(page, address(data))
  const shown = [await reach(page, { locale })].flat()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await waitForIdle(page)
  await shown[0]!.evaluate(element =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
  await fixTexts(page)
  await moveToWholePixel(page, shown[0]!)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForStableLayout(page)
    await page.screenshot({
      path: `${path}_${colorScheme}.png`,
      clip: await measure(shown),
      animations: 'disabled',
      caret: 'hide',
    })
  }
}

/**
 * Moves a page down by the part of a pixel after which an element begins at a whole one. Letters and lines are drawn at
 * whole pixels, so without it the height of what is above would decide which of them begin one pixel higher.
 */
async function moveToWholePixel(page: Page, element: Locator): Promise<void> {
  const { y } = (await element.boundingBox())!
  await page.evaluate(
    rest => {
      document.body.style.paddingTop = `${rest}px`
    },
    Math.ceil(y) - y,
  )
}

async function openPage(
  browser: Browser,
  locale: Locale,
  viewer: HelpPicture['viewer'],
  { server, ...clients }: PictureData,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: locale === 'en' ? 'en-US' : 'es-AR',
    viewport: { width: WIDTH, height: HEIGHT },
    deviceScaleFactor: DENSITY,
    userAgent: PHONE_AGENT,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  if (viewer !== 'visitor') await setSessionCookies({ context }, server, clients[viewer])
  context.setDefaultTimeout(TIMEOUT_MS)
  return context.newPage()
}

/** Returns the smallest rectangle with a margin that contains all elements, in whole CSS pixels. */
async function measure(shown: Locator[]) {
  const boxes = await Promise.all(shown.map(async locator => (await locator.boundingBox())!))
  const isDialog = (await shown[0]!.getAttribute('role')) === 'dialog'
  const margin = isDialog ? 0 : MARGIN
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x)) - margin))
  const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y)) - margin))
  const right = Math.min(
    WIDTH,
    Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)) + margin),
  )
  const bottom = Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)) + margin)
  return { x: left, y: top, width: right - left, height: bottom - top }
}
