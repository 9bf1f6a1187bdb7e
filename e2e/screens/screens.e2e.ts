import type { Locale } from '#messages/runtime'
import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { gotoAndWaitForIdle, setViewportWidth } from '../page/wait-for-idle.ts'
import { LOCALES, setSessionCookies } from '../actions/account-actions.ts'
import { SCREENSHOT_FOLDER, expectNoHorizontalScroll, checkScreen } from '../page/screen-check.ts'
import { type SeedData, seedScreenData, isUserContent } from './seed.ts'
import { type Screen, SCREENS, getScreenPath } from './screen-list.ts'
import { findTextFaults, loadMessageCatalog, readPageTexts } from './page-texts.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'

const WIDTHS = [1280, 768, 360]
/** The narrowest width in pixels that public screens must support. */
const NARROWEST = 320
/**
 * The widths at which axe checks a screen. Its findings hardly depend on the language, and a run takes about a second, so
 * the languages share the widths.
 */
const AXE_WIDTHS: Record<Locale, number[]> = { es: [1280, 360], en: [768] }
/** The width at which the dark theme is checked, one per language, since only its colours differ. */
const DARK_THEME_WIDTH: Record<Locale, number> = { es: 360, en: 768 }

let workerSeed: SeedData | undefined

for (const locale of LOCALES)
  for (const [group, screens] of Object.entries(SCREENS))
    test(`every screen of the group "${group}" fits all viewport widths, is accessible and mixes no languages (${locale})`, async ({
      openBrowser,
      server,
    }) => {
      test.setTimeout(180_000)
      workerSeed ??= await seedScreenData(server)
      const seed = workerSeed
      const catalog = loadMessageCatalog(seed.categoryNames)
      const users = new Map<Screen['viewer'], BrowserUser>()
      for (const { viewer } of screens)
        if (!users.has(viewer)) {
          const user = await openBrowser(locale)
          users.set(viewer, user)
          if (viewer === 'shopper') await fillCart(user, seed)
          else if (viewer !== 'visitor') await setSessionCookies(user, server, seed[viewer])
        }

      for (const { name, address, viewer, unansweredCalls, consoleError } of screens) {
        const { page, allowConsoleError } = users.get(viewer)!
        if (consoleError) allowConsoleError(consoleError)
        if (unansweredCalls) await page.route(unansweredCalls, () => undefined)
        await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
        await gotoAndWaitForIdle(page, address(seed), unansweredCalls)
        const { pathname } = new URL(address(seed), server.origin)
        expect(new URL(page.url()).pathname, `the final path of ${name}`).toBe(pathname)
        await expect(page.getByRole('heading').first(), name).toBeVisible()
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale)
        const texts = new Set<string>()
        for (const width of WIDTHS) {
          await setViewportWidth(page, width)
          const screenshotName = `${name}-${locale}-${width}`
          if (AXE_WIDTHS[locale].includes(width) || SCREENSHOT_FOLDER)
            await checkScreen(page, screenshotName, { dark: width === DARK_THEME_WIDTH[locale] })
          else await expectNoHorizontalScroll(page, screenshotName)
          for (const text of await readPageTexts(page)) texts.add(text)
        }
        expect(
          findTextFaults([...texts], locale, catalog, isUserContent),
          `the texts of ${name}`,
        ).toEqual([])
        if (viewer === 'visitor' || viewer === 'shopper') {
          await setViewportWidth(page, NARROWEST)
          await expectNoHorizontalScroll(page, `${name}-${locale}-${NARROWEST}`)
        }
        if (unansweredCalls) {
          // Leaves the page whose logout call is unanswered: if the call reached the server, it would end the session
          // that the other language needs.
          await page.goto('about:blank')
          await page.unrouteAll()
        }
      }
    })

/** Stores a cart with two products in the browser, as if the user had added them on an earlier visit. */
function fillCart({ context }: BrowserUser, { username, productId }: SeedData): Promise<unknown> {
  return context.addInitScript(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
    seller: username,
    ids: [productId, productId + 1],
  })
}

test('the list of screens covers every route of the site', () => {
  const routeTable = flattenRoutes(routes)

  const coveredPaths = Object.values(SCREENS)
    .flat()
    .map(getScreenPath)
    .map(pathname => matchRoutes(routeTable, { pathname })!.at(-1)!.route.path)

  expect(routeTable.map(({ path }) => path).filter(path => !coveredPaths.includes(path))).toEqual(
    [],
  )
})

/** Returns the routes of the route table that have a path, without the layouts around them. */
function flattenRoutes(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ path = '', index, children }) =>
    children ? flattenRoutes(children) : [{ path: index ? '/' : path }],
  )
}
