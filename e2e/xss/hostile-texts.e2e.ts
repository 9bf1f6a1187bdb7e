import type { Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { createPreference } from '#contract/orders.ts'
import { sendSupportMessage } from '#contract/support.ts'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { findInjectedContent, countInjectableElements } from './xss-detector.ts'
import { insertHostileProducts, insertHostileSellers, insertHostileTexts } from './hostile-rows.ts'
import { HOSTILE_STRINGS } from './hostile-strings.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

/** The maximum number of products in a cart. */
const CART_MAX = 20
/** The number of characters up to which hostile strings are joined into one message of the support form. */
const MESSAGE_MAX = 1900

interface Detector {
  findInjectedContent: typeof findInjectedContent
  countInjectableElements: typeof countInjectableElements
}
declare global {
  interface Window {
    detector: Detector
  }
}

/** Opens a browser that ignores the Content Security Policy, so that only escaping protects the pages. */
async function openWithoutCsp(
  browser: Browser,
  server: TestServer,
  hits: string[],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'es-AR',
    bypassCSP: true,
    viewport: { width: 1280, height: 900 },
  })
  await context.exposeFunction('__hit', (argument: unknown) =>
    hits.push(`ran: ${String(argument)}`),
  )
  await context.addInitScript(
    `alert = confirm = prompt = __hit; detector = { findInjectedContent: ${findInjectedContent.toString()}, countInjectableElements: ${countInjectableElements.toString()} }`,
  )
  await context.route('**://hit.test/**', async route => {
    hits.push(`asked for ${route.request().url()}`)
    await route.abort()
  })
  return context
}

const findInjectedContentOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => globalThis.window.detector.findInjectedContent(document))

/** Fetches server-rendered pages, parses them as a browser would and inspects each for injected content. */
function inspectPages(page: Page, paths: string[]) {
  return page.evaluate(async list => {
    const { detector } = globalThis.window
    const inspect = async (path: string) => {
      const response = await fetch(path)
      const root = new DOMParser().parseFromString(await response.text(), 'text/html')
      return {
        status: response.status,
        findings: detector.findInjectedContent(root).map(finding => `${path} ${finding}`),
        counts: detector.countInjectableElements(root),
        heading: root.querySelector('h1')?.textContent ?? '',
        openGraphTitle:
          root.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '',
        structuredData: root.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
      }
    }
    const inspectedPages: Awaited<ReturnType<typeof inspect>>[] = []
    for (let at = 0; at < list.length; at += 6)
      inspectedPages.push(...(await Promise.all(list.slice(at, at + 6).map(inspect))))
    return inspectedPages
  }, paths)
}

/** Splits a list into chunks of at most `size` items. */
function splitIntoChunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  )
}

test('escapes more than two hundred hostile strings on every page, in every mail and in every feed', async ({
  browser,
  openBrowser,
  server,
}) => {
  test.setTimeout(300_000)
  expect(HOSTILE_STRINGS.length).toBeGreaterThanOrEqual(200)
  const hits: string[] = []
  const { email: sellerEmail, api: seller } = await createSeller(server, 'hostile')
  const { email: adminEmail, api: admin } = await createSeller(server, 'admin', { linked: false })
  await server.grantAdmin(adminEmail)
  const templateProduct = await publishProduct(seller, { name: 'Harmless' })
  const validNames = HOSTILE_STRINGS.filter(text => text.trim().length >= 3 && text.length <= 50)
  const submittedNames = validNames.filter((_, index) => index % 20 === 0)
  const db = new pg.Client(server.databaseUrl)
  await db.connect()

  // The seller submits a few of the strings through the API; all of them are inserted into the tables.
  for (const name of submittedNames) await publishProduct(seller, { name })
  const ids = await insertHostileProducts(db, { productId: templateProduct.id, sellerEmail })
  const sellers = await insertHostileSellers(db)
  const orders: string[] = []
  for (const [index, cartIds] of splitIntoChunks(ids, CART_MAX).entries()) {
    const { init_point } = expectOk(
      await new ApiClient(server.origin).call(createPreference, {
        body: {
          products: cartIds.map(id => ({ id })),
          payerEmail: index === 0 ? "o'__hit+1@mail.test" : `hostile-${index}@mail.test`,
        },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await server.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    orders.push(new URL(preference.back_urls.success).searchParams.get('order')!)
    await server.provider.pay({ preferenceId, outcome: 'approved' })
  }
  for (const strings of splitIntoChunks(HOSTILE_STRINGS, 30)) {
    const message = strings.join('\n').slice(0, MESSAGE_MAX)
    const body = { email: "o'__hit+1@mail.test", message }
    expectOk(await new ApiClient(server.origin).call(sendSupportMessage, { body }))
  }
  await server.waitForJobs()
  await insertHostileTexts(db, { productId: templateProduct.id, sellerEmail })
  const { rows } = await db.query<{ username: string; sale: string }>(
    `select username, (select id::text from orders order by id limit 1) as sale
     from profiles p join users u on u.id = p.user_id where u.email = $1`,
    [sellerEmail],
  )
  const [{ username, sale }] = rows as [{ username: string; sale: string }]

  const visitorContext = await openWithoutCsp(browser, server, hits)
  const page = await visitorContext.newPage()

  await test.step('detects injected content and scripts that ran', async () => {
    await page.goto('about:blank')
    await page.setContent('<img src=x onerror=__hit(1)><script>__hit(2)</script>')
    await expect.poll(() => hits.toSorted()).toEqual(['ran: 1', 'ran: 2'])
    expect(await findInjectedContentOn(page)).toHaveLength(2)
    hits.length = 0
  })

  await test.step('inspects the server-rendered page of each string', async () => {
    await page.goto('/faq')
    const [harmlessPage, ...productPages] = await inspectPages(
      page,
      [templateProduct.id, ...ids].map(id => `/product/${id}`),
    )
    expect(productPages.flatMap(({ findings }) => findings)).toEqual([])
    // An admin has taken the last twenty products down, so they have no public page.
    const listedPages = productPages.slice(0, -20)
    for (const [index, listedPage] of listedPages.entries()) {
      const { counts, heading, openGraphTitle, structuredData } = listedPage
      const text = HOSTILE_STRINGS[index]!
      expect(counts, text).toEqual(harmlessPage!.counts)
      expect(heading).toBe(normalizeLineEnds(text))
      expect(openGraphTitle).toBe(normalizeLineEnds(text))
      expect(JSON.parse(structuredData)).toMatchObject({ name: text, description: text })
    }
    const otherPages = await inspectPages(page, [
      ...sellers.map(name => `/profile/${name}`),
      ...HOSTILE_STRINGS.map(text => `/explore?q=${encodeURIComponent(text.slice(0, 100))}`),
    ])
    expect(otherPages.flatMap(({ findings }) => findings)).toEqual([])
    expect(otherPages.filter(({ status }) => status >= 500)).toEqual([])
  })

  await test.step('inspects feeds, sitemaps and images for sharing', async () => {
    const readXml = (path: string) =>
      page.evaluate(async address => {
        const text = await (await fetch(address)).text()
        const root = new DOMParser().parseFromString(text, 'application/xml')
        return {
          parserError: root.querySelector('parsererror')?.textContent ?? '',
          names: [...new Set([...root.querySelectorAll('*')].map(({ nodeName }) => nodeName))],
        }
      }, path)
    expect(await readXml(`/profile/${username}/feed.xml`)).toEqual({
      parserError: '',
      names: expect.not.arrayContaining(['script', 'img', 'x']) as string[],
    })
    for (const map of ['/sitemap.xml', '/sitemap/products-1.xml'])
      expect((await readXml(map)).parserError).toBe('')
    for (const id of ids.slice(0, -20).filter((_, index) => index % 25 === 0)) {
      const card = await page.request.get(`/og/product/${id}.jpg`)
      expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    }
  })

  const visit = async (visitorPage: Page, path: string) => {
    await gotoAndWaitForIdle(visitorPage, path)
    expect(await findInjectedContentOn(visitorPage), path).toEqual([])
    expect(hits, path).toEqual([])
  }

  await test.step('inspects the public pages after hydration', async () => {
    await db.query('update products set description = $1 where id = any($2)', [
      HOSTILE_STRINGS.join('\n'),
      ids.slice(0, 2),
    ])
    for (let number = 1; number <= Math.ceil(ids.length / 24); number += 1)
      await visit(page, `/explore?page=${number}`)
    for (const path of ['/', `/profile/${username}`, `/product/${ids[0]}`, `/product/${ids[2]}`])
      await visit(page, path)
    await page.evaluate(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
      seller: username,
      ids: ids.slice(0, CART_MAX),
    })
    await visit(page, '/checkout')
    for (const token of orders) await visit(page, `/order/${token}`)
    await visit(page, `/payment/success?order=${orders[0]}`)
    await gotoAndWaitForIdle(page, '/explore')
    await page.locator('input[name=q]').focus()
    await page.locator('input[name=q][role=combobox]').fill('script')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    expect(await findInjectedContentOn(page)).toEqual([])
  })

  await test.step('inspects the dashboard and the admin area', async () => {
    const sellerContext = await openWithoutCsp(browser, server, hits)
    await setSessionCookies({ context: sellerContext }, server, seller)
    const dashboard = await sellerContext.newPage()
    for (const path of [
      '/dashboard/home',
      '/dashboard/products',
      `/dashboard/product/${ids[0]}`,
      `/dashboard/product/edit/${ids[0]}`,
      '/dashboard/sales',
      `/dashboard/sales?sale=${sale}`,
      '/dashboard/profile',
      '/dashboard/profile/build',
      '/dashboard/profile/notifications',
      '/dashboard/security',
    ])
      await visit(dashboard, path)
    await sellerContext.close()

    const adminContext = await openWithoutCsp(browser, server, hits)
    await setSessionCookies({ context: adminContext }, server, admin)
    const adminArea = await adminContext.newPage()
    for (const tab of ['reviews', 'reports', 'users', 'products', 'jobs', 'testimonials', 'audit'])
      await visit(adminArea, `/dashboard/admin?tab=${tab}`)
    await adminContext.close()
  })

  await test.step('inspects every mail', async () => {
    const mails = await server.listAllMails()
    const [first] = HOSTILE_STRINGS
    expect(mails.filter(({ html }) => html.includes('__hit')).length).toBeGreaterThan(20)
    expect(mails.some(({ text }) => text.includes(first!))).toBe(true)
    await page.goto('about:blank')
    for (const { subject, html } of mails) {
      await page.setContent(html)
      expect(await findInjectedContentOn(page), subject).toEqual([])
    }
    expect(hits).toEqual([])
  })

  await test.step('causes no violation of the Content Security Policy where it is enforced', async () => {
    const visitor = await openBrowser('es')
    for (const path of ['/', '/explore', `/product/${ids[0]}`, `/order/${orders[0]}`])
      await gotoAndWaitForIdle(visitor.page, path)
    await expect(
      visitor.page.getByRole('heading', { level: 1 }).first(),
      m.order_download({}, { locale: 'es' }),
    ).toBeVisible()
  })
  await db.end()
  await visitorContext.close()
})

/** HTML parsers convert CRLF to LF. */
const normalizeLineEnds = (text: string): string => text.replaceAll('\r\n', '\n')
