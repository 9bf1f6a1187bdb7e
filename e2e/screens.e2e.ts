import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { open, widen } from './calm.ts'
import { LOCALES, wear } from './accounts/people.ts'
import { expectNoSidewaysScroll, lookAt } from './look.ts'
import { type Furnished, furnish, writtenByPeople } from './screens/furnish.ts'
import { type Screen, SCREENS } from './screens/list.ts'
import { faultsOf, readCatalogue, readTexts } from './screens/texts.ts'
import { type Person, expect, test } from './stage.ts'

// Each part takes a minute: they run beside each other.
test.describe.configure({ mode: 'parallel' })
// What fails says on which screen and where; a film of all of it would take as long as the walk itself.
test.use({ trace: 'off' })

const WIDTHS = [1280, 768, 360]
/** The narrowest that public screens must bear. */
const NARROWEST = 320
/** The dark is looked at where a language is not the other: nothing but its colours differs. */
const DARK = { es: 360, en: 1280 }

let furnished: Furnished | undefined

for (const locale of LOCALES)
  for (const [part, screens] of Object.entries(SCREENS))
    test(`every screen of ${part} is whole, accessible and of one language at every width, in ${locale}`, async ({
      someone,
      town,
    }) => {
      test.setTimeout(180_000)
      furnished ??= await furnish(town)
      const made = furnished
      const catalogue = readCatalogue(made.shelves)
      const people = new Map<Screen['who'], Person>()
      for (const { who } of screens)
        if (!people.has(who)) {
          const person = await someone(locale)
          people.set(who, person)
          if (who === 'shopper') await fillCart(person, made)
          else if (who !== 'visitor') await wear(person, town, made[who])
        }

      for (const { name, address, who, held } of screens) {
        const { page } = people.get(who)!
        if (held) await page.route(held, () => undefined)
        await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
        await open(page, address(made), held)
        const { pathname } = new URL(address(made), town.origin)
        expect(new URL(page.url()).pathname, `where ${name} led`).toBe(pathname)
        await expect(page.getByRole('heading').first(), name).toBeVisible()
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale)
        const texts = new Set<string>()
        for (const width of WIDTHS) {
          await widen(page, width)
          await lookAt(page, `${name}-${locale}-${width}`, { dark: width === DARK[locale] })
          for (const text of await readTexts(page)) texts.add(text)
        }
        expect(
          faultsOf([...texts], locale, catalogue, writtenByPeople),
          `the texts of ${name}`,
        ).toEqual([])
        if (who === 'visitor' || who === 'shopper') {
          await widen(page, NARROWEST)
          await expectNoSidewaysScroll(page, `${name}-${locale}-${NARROWEST}`)
        }
        if (held) {
          // What is held back must never arrive: it would sign the next language out.
          await page.goto('about:blank')
          await page.unrouteAll()
        }
      }
    })

/** As an earlier visit left it. */
function fillCart({ context }: Person, { username, productId }: Furnished): Promise<unknown> {
  return context.addInitScript(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
    seller: username,
    ids: [productId, productId + 1],
  })
}

test('no address of the site is without its screen here', () => {
  const nowhere = new Proxy({} as Furnished, {
    get: (_made, name) => (name === 'orders' ? nowhere : '1'),
  })
  const table = flatten(routes)

  const seen = Object.values(SCREENS)
    .flat()
    .map(({ address }) => new URL(address(nowhere), 'http://kiosko.test').pathname)
    .map(pathname => matchRoutes(table, { pathname })!.at(-1)!.route.path)

  expect(table.map(({ path }) => path).filter(path => !seen.includes(path))).toEqual([])
})

/** The addresses of the table of routes: its layouts have none of their own. */
function flatten(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ path = '', index, children }) =>
    children ? flatten(children) : [{ path: index ? '/' : path }],
  )
}
