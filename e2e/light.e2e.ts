import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { publishProduct } from '#tools/api-client/creator.ts'
import { calm } from './calm.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'

/** How a phone gets the pages that are linked to: in what order, how much, and what it can do meanwhile. */

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true }
const SCRIPT = /\/assets\/[^/]+\.js$/
const o = { locale: 'es' } as const

/** A kiosk whose covers reach below the fold of a phone, on every page that shows them. */
async function openKiosk(town: TestServer, about: string) {
  const { api } = await creator(town, about)
  const books = []
  for (let number = 1; number <= 8; number += 1)
    books.push(await publishProduct(api, { name: `Quena ${number}`, price: 1000 * number }))
  const [{ id, username } = books[0]!] = books
  return ['/', '/explore', `/product/${id}`, `/profile/${username}`] as const
}

/** Lets nothing through that matches, until it is told to. */
async function hold(page: Page, what: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(what, async route => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Keeps what the page itself observes, from its first moment. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('on a phone nothing moves while fonts and covers load, and no cover is larger than its place', async ({
  browser,
  town,
}) => {
  const addresses = await openKiosk(town, 'light')
  const context = await browser.newContext({ baseURL: town.origin, locale: 'es-AR', ...PHONE })

  for (const address of addresses)
    await test.step(address, async () => {
      const page = await context.newPage()
      await watchShifts(page)
      const letters = await hold(page, /\.woff2$/)
      const covers = await hold(page, /\/images\//)

      await page.goto(address, { waitUntil: 'commit' })
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length,
      )
      letters()
      await page.evaluate(() => document.fonts.ready)
      covers()
      await page.waitForLoadState('load')
      await calm(page)

      const found = await page.evaluate(() => {
        const { shifts } = window as unknown as { shifts: number[] }
        const { routes } = (
          window as unknown as {
            __reactRouterManifest: {
              routes: Record<
                string,
                { id: string; parentId?: string; module: string; imports?: string[] }
              >
            }
          }
        )['__reactRouterManifest']
        const fetched = performance
          .getEntriesByType('resource')
          .map(({ name }) => ({ path: new URL(name).pathname }))
        const filesOf = (dashboard: boolean) =>
          Object.values(routes)
            .filter(
              ({ id, parentId }) =>
                dashboard === [id, parentId].includes('layouts/dashboard-layout'),
            )
            .flatMap(({ module, imports = [] }) => [module, ...imports])
        return {
          shifts,
          ofDashboard: filesOf(true)
            .filter(file => !filesOf(false).includes(file))
            .filter(file => fetched.some(({ path }) => path === file)),
          preloaded: [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(
            ({ href }) => new URL(href).pathname,
          ),
          faces: [...document.fonts]
            .filter(({ family, status }) => status === 'loaded' && family.includes('Variable'))
            .map(({ family }) => family.replaceAll('"', '')),
          letters: fetched.map(({ path }) => path).filter(path => path.endsWith('.woff2')),
          covers: [...document.images]
            .filter(image => image.currentSrc.includes('/images/'))
            .map(image => {
              const { top, width } = image.getBoundingClientRect()
              return {
                width: width * devicePixelRatio,
                isBelow: top > innerHeight,
                loading: image.loading,
                source: image.currentSrc,
              }
            }),
        }
      })

      // Letters of another face end within a hair of the same place.
      expect(found.shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001)
      expect(found.ofDashboard).toEqual([])
      expect(found.preloaded).toHaveLength(2)
      expect(found.letters.toSorted()).toEqual(found.preloaded.toSorted())
      expect(found.faces.toSorted()).toEqual(['Bricolage Grotesque Variable', 'Figtree Variable'])
      expect(found.covers.length).toBeGreaterThan(0)
      expect(found.covers.filter(cover => cover.isBelow).length).toBeGreaterThan(0)
      for (const { source, width, isBelow, loading } of found.covers) {
        const [, pixels, kind] = /\/(\d+)\.(\w+)$/.exec(source) ?? []
        expect(['avif', 'webp']).toContain(kind)
        const fitting = [320, 640, 960].find(stored => stored >= width * 0.95)
        expect(Number(pixels), `${source} on ${width} pixels`).toBeLessThanOrEqual(fitting ?? 960)
        if (isBelow) expect(loading).toBe('lazy')
      }
      await page.close()
    })
  await context.close()
})

test('what one does before a page is alive is done once it is', async ({ someone, town }) => {
  const [, , product] = await openKiosk(town, 'early')
  const { page } = await someone('es', 412)
  const main = page.getByRole('main')

  await test.step('a press', async () => {
    const scripts = await hold(page, SCRIPT)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const button = page.getByRole('banner').getByRole('button', { name: m.nav_menu({}, o) })
    const menu = page.getByRole('navigation', { name: m.nav_menu({}, o) })
    await button.click()
    await button.click()
    await expect(button).toHaveAttribute('data-held')
    await expect(menu).toBeHidden()
    scripts()
    await expect(menu).toBeVisible()
    await expect(button).not.toHaveAttribute('data-held')
    await page.unrouteAll()
  })

  await test.step('words, and a choice from a list', async () => {
    const scripts = await hold(page, SCRIPT)
    await page.goto('/explore', { waitUntil: 'domcontentloaded' })
    const words = main.getByRole('searchbox', { name: m.explore_search({}, o) })
    await words.pressSequentially('Quena')
    await main.getByLabel(m.explore_sort({}, o)).selectOption('price_desc')
    scripts()
    await page.waitForURL(/\/explore\?q=Quena&sort=price_desc/)
    await expect(main.getByRole('article').first()).toContainText('Quena 8')
    await page.unrouteAll()
  })

  await test.step('a form, sent', async () => {
    const scripts = await hold(page, SCRIPT)
    await page.goto(product, { waitUntil: 'domcontentloaded' })
    const [email, confirm] = [m.buy_email({}, o), m.buy_confirm({}, o)].map(label =>
      main.getByLabel(label, { exact: true }),
    )
    await email!.fill('ana@mail.test')
    await confirm!.fill('ana@mail.test')
    await confirm!.press('Enter')
    scripts()
    await page.waitForURL(/\/checkout\/v1\/redirect\?pref_id=/)
  })
})
