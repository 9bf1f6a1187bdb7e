import type { Locale } from '#messages/runtime'
import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { findForcedColorFaults } from '../page/forced-colors.ts'
import { findHiddenTexts } from '../page/layout-faults.ts'
import { findSmallTouchTargets } from '../page/touch-targets.ts'
import { setViewport } from '../page/wait-for-idle.ts'
import { LOCALES } from '../actions/account-actions.ts'
import { expectNoHorizontalScroll, checkScreen } from '../page/screen-check.ts'
import { type SeedData, seedScreenData, isUserContent } from './seed.ts'
import { SCREENS, getScreenPath } from './screen-list.ts'
import { findTextFaults, loadMessageCatalog, readPageTexts } from './page-texts.ts'
import { createViewers, leaveScreen, openScreen } from './viewers.ts'
import { expect, screenTest as test } from '../fixtures.ts'
import { RUNS_ALL_VARIANTS } from '../variants.ts'

/**
 * The viewports in which no screen may scroll horizontally, cut a text or cover one: desktops, tablets and phones, and
 * a desktop of 1280 × 800 px that is zoomed to 200 %, which has half as many CSS pixels. The number of device pixels
 * for each of them has no influence on the layout.
 */
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 768, height: 900 },
  { width: 640, height: 400 },
  { width: 390, height: 844 },
  { width: 320, height: 900 },
]
/** The width of a phone, at which touch areas, forced colours and one theme of each language are checked. */
const PHONE_WIDTH = 390
/**
 * The widths at which axe checks a screen. Its findings hardly depend on the language, and a run takes about a second,
 * so the languages share the widths.
 */
const AXE_WIDTHS: Record<Locale, number[]> = { es: [1440, PHONE_WIDTH], en: [768] }
/** The width at which the dark theme is checked, one per language, since only its colours differ. */
const DARK_THEME_WIDTH: Record<Locale, number> = { es: PHONE_WIDTH, en: 768 }

/**
 * The viewports of this run. `npm test` looks at each group of screens on a phone, in one language by turns, in the
 * light theme and without axe; `npm run test:all` in both languages, both themes and all viewports.
 */
const CHECKED_VIEWPORTS = RUNS_ALL_VARIANTS
  ? VIEWPORTS
  : VIEWPORTS.filter(({ width }) => width === PHONE_WIDTH)
const listLocales = (turn: number): Locale[] =>
  RUNS_ALL_VARIANTS ? LOCALES : [LOCALES[turn % LOCALES.length]!]
const isCheckedByAxe = (locale: Locale, width: number): boolean =>
  RUNS_ALL_VARIANTS && AXE_WIDTHS[locale].includes(width)

let workerSeed: SeedData | undefined

for (const [turn, [group, screens]] of Object.entries(SCREENS).entries())
  for (const locale of listLocales(turn))
    test(`every screen of the group "${group}" fits all viewports, is accessible and mixes no languages (${locale}) @core`, async ({
      openBrowser,
      server,
    }) => {
      // A group of screens in all viewports takes three minutes on two busy cores.
      test.setTimeout(480_000)
      workerSeed ??= await seedScreenData(server)
      const seed = workerSeed
      const catalog = loadMessageCatalog(seed.categoryNames)
      const openViewer = createViewers(openBrowser, { server, seed, locale })

      for (const screen of screens) {
        const { name, address } = screen
        const user = await openViewer(screen.viewer)
        const { page } = user
        await page.setViewportSize(CHECKED_VIEWPORTS[0]!)
        await openScreen(user, screen, seed)
        const { pathname } = new URL(address(seed), server.origin)
        // The address of a product ends with its name, to which the one without it leads.
        const finalPath = new URL(page.url()).pathname.replace(/^(\/product\/\d+)\/.*/, '$1')
        expect(finalPath, `the final path of ${name}`).toBe(pathname)
        await expect(page.getByRole('heading').first(), name).toBeVisible()
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale)
        const texts = new Set<string>()
        for (const viewport of CHECKED_VIEWPORTS) {
          const { width } = viewport
          const screenName = `${name}-${locale}-${width}`
          await setViewport(page, viewport)
          if (isCheckedByAxe(locale, width))
            await checkScreen(page, screenName, { dark: width === DARK_THEME_WIDTH[locale] })
          else await expectNoHorizontalScroll(page, screenName)
          expect(await findHiddenTexts(page), `the hidden texts of ${screenName}`).toEqual([])
          if (width === PHONE_WIDTH)
            expect(
              await findSmallTouchTargets(page),
              `the small touch areas of ${screenName}`,
            ).toEqual([])
          for (const text of await readPageTexts(page)) texts.add(text)
        }
        // Colours hardly depend on the language or the width.
        if (locale === 'es')
          expect(await findForcedColorFaults(page), `${name} in forced colours`).toEqual([])
        expect(
          findTextFaults([...texts], locale, catalog, isUserContent),
          `the texts of ${name}`,
        ).toEqual([])
        await leaveScreen(page, screen)
      }
    })

test('the list of screens covers every route of the site @core', () => {
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
