import type { Page } from '@playwright/test'
import { buildProductPath } from '#contract/products/product-path.ts'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { waitForIdle } from '../page/wait-for-idle.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true }
const SCRIPT = /\/assets\/[^/]+\.js$/
const o = { locale: 'es' } as const

/**
 * Publishes so many products that some covers are below the first screen of a phone; returns the paths of the public
 * pages.
 */
async function seedKiosk(server: TestServer, emailPrefix: string) {
  const { api } = await createSeller(server, emailPrefix)
  const books = []
  for (let number = 1; number <= 8; number += 1)
    books.push(await addProduct(server, api, { name: `Ocarina ${number}`, price: 1000 * number }))
  const [book = books[0]!] = books
  return ['/', '/explore', buildProductPath(book), `/profile/${book.username}`] as const
}

/** Delays matching requests until the returned function is called. */
async function delayRequests(page: Page, pattern: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(pattern, async route => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Records the layout shifts of a page from the beginning of its load. */
function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Hides the mouse that the browser moves after a change of the layout, since a phone has none. */
function ignoreMouse(page: Page): Promise<unknown> {
  return page.addInitScript(() =>
    window.addEventListener('pointermove', event => event.stopImmediatePropagation(), {
      capture: true,
    }),
  )
}

test('the layout on a phone does not shift while fonts and covers load, and covers have the size of their frame', async ({
  browser,
  server,
}) => {
  const addresses = await seedKiosk(server, 'light')
  const context = await browser.newContext({ baseURL: server.origin, locale: 'es-AR', ...PHONE })

  for (const address of addresses)
    await test.step(address, async () => {
      const page = await context.newPage()
      await recordLayoutShifts(page)
      await ignoreMouse(page)
      const releaseFonts = await delayRequests(page, /\.woff2$/)
      const releaseCovers = await delayRequests(page, /\/images\//)

      await page.goto(address, { waitUntil: 'commit' })
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length,
      )
      releaseFonts()
      await page.evaluate(() => document.fonts.ready)
      releaseCovers()
      await page.waitForLoadState('load')
      // A browser chooses the file of a lazy image some time after the page has loaded.
      await page.waitForFunction(() =>
        [...document.images].some(image => image.currentSrc.includes('/images/')),
      )
      await waitForIdle(page)

      const measurements = await page.evaluate(() => {
        const { shifts } = window as unknown as { shifts: number[] }
        const { routes } = (
          window as unknown as {
            __reactRouterManifest: {
              routes: Record<string, { parentId?: string; module: string }>
            }
          }
        )['__reactRouterManifest']
        const resources = performance
          .getEntriesByType('resource')
          .map(({ name }) => ({ path: new URL(name).pathname }))
        const dashboardModules = Object.values(routes)
          .filter(({ parentId }) => parentId === 'layouts/dashboard-layout')
          .map(({ module }) => module)
        return {
          shifts,
          dashboardModules: dashboardModules.filter(file =>
            resources.some(({ path }) => path === file),
          ),
          preloadedFonts: [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(
            ({ href }) => new URL(href).pathname,
          ),
          fontFamilies: [...document.fonts]
            .filter(({ family, status }) => status === 'loaded' && family.includes('Variable'))
            .map(({ family }) => family.replaceAll('"', '')),
          fetchedFonts: resources.map(({ path }) => path).filter(path => path.endsWith('.woff2')),
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

      // The metrics of the fallback fonts are adjusted, so replacing these fonts shifts the layout by almost nothing.
      expect(measurements.shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001)
      expect(measurements.dashboardModules).toEqual([])
      expect(measurements.preloadedFonts).toHaveLength(2)
      expect(measurements.fetchedFonts.toSorted()).toEqual(measurements.preloadedFonts.toSorted())
      expect(measurements.fontFamilies.toSorted()).toEqual([
        'Bricolage Grotesque Variable',
        'Figtree Variable',
      ])
      expect(measurements.covers.length).toBeGreaterThan(0)
      expect(measurements.covers.filter(cover => cover.isBelow).length).toBeGreaterThan(0)
      for (const { source, width, isBelow, loading } of measurements.covers) {
        const [, pixels, kind] = /\/(\d+)\.(\w+)$/.exec(source) ?? []
        expect(['avif', 'webp']).toContain(kind)
        const smallestSufficientWidth = [320, 640, 960].find(stored => stored >= width * 0.95)
        expect(Number(pixels), `${source} on ${width} pixels`).toBeLessThanOrEqual(
          smallestSufficientWidth ?? 960,
        )
        if (isBelow) expect(loading).toBe('lazy')
      }
      await page.close()
    })
  await context.close()
})

test('clicks, typing and a submit before hydration take effect after it', async ({
  openBrowser,
  server,
}) => {
  const [, , product] = await seedKiosk(server, 'early')
  const { page } = await openBrowser('es', 412)
  const main = page.getByRole('main')

  await test.step('replays a click', async () => {
    const releaseScripts = await delayRequests(page, SCRIPT)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const button = page.getByRole('banner').getByRole('button', { name: m.nav_menu({}, o) })
    const menu = page.getByRole('navigation', { name: m.nav_menu({}, o) })
    await button.click()
    await button.click()
    await expect(button).toHaveAttribute('data-held')
    await expect(menu).toBeHidden()
    releaseScripts()
    await expect(menu).toBeVisible()
    await expect(button).not.toHaveAttribute('data-held')
    await page.unrouteAll()
  })

  await test.step('keeps typed text and a selected option', async () => {
    const releaseScripts = await delayRequests(page, SCRIPT)
    await page.goto('/explore', { waitUntil: 'domcontentloaded' })
    const searchField = main.getByRole('searchbox', { name: m.explore_search({}, o) })
    await searchField.pressSequentially('Ocarina')
    await main.getByLabel(m.explore_sort({}, o)).selectOption('price_desc')
    releaseScripts()
    await page.waitForURL(/\/explore\?q=Ocarina&sort=price_desc/)
    await expect(main.getByRole('article').first()).toContainText('Ocarina 8')
    await page.unrouteAll()
  })

  await test.step('replays the submit of a form', async () => {
    const releaseScripts = await delayRequests(page, SCRIPT)
    await page.goto(product, { waitUntil: 'domcontentloaded' })
    const [email, confirm] = [m.buy_email({}, o), m.buy_confirm({}, o)].map(label =>
      main.getByLabel(label, { exact: true }),
    )
    await email!.fill('ana@mail.test')
    await confirm!.fill('ana@mail.test')
    await confirm!.press('Enter')
    releaseScripts()
    await page.waitForURL(/\/checkout\/v1\/redirect\?pref_id=/)
  })
})
