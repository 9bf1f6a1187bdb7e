import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createDraft } from '#contract/products/working-copy.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { openOptional } from '../actions/seller-actions.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { findInjectedContent, countInjectableElements } from './xss-detector.ts'
import { CART_MAX, seedHostileTexts, setAbouts, setLongDescriptions } from './hostile-seed.ts'
import { HOSTILE_STRINGS, buildHostileMarkdown } from './hostile-strings.ts'
import { expect, test } from '../fixtures.ts'

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
        isFormatted: root.querySelector('strong + a[href="https://ok.test/rendered"]') !== null,
      }
    }
    const inspectedPages: Awaited<ReturnType<typeof inspect>>[] = []
    for (let at = 0; at < list.length; at += 6)
      inspectedPages.push(...(await Promise.all(list.slice(at, at + 6).map(inspect))))
    return inspectedPages
  }, paths)
}

/** Opens a page and asserts that it contains no injected content and that no injected script ran. */
async function visitAndInspect(page: Page, path: string, hits: string[]): Promise<void> {
  await gotoAndWaitForIdle(page, path)
  expect(await findInjectedContentOn(page), path).toEqual([])
  expect(hits, path).toEqual([])
}

/**
 * Moves the pointer over each link to `ok.test` and focuses it, so that handlers of an injected attribute would run.
 */
async function pointAtLinks(page: Page, hits: string[]): Promise<void> {
  const links = page.locator('a[href*="ok.test"]')
  expect(await links.count()).toBeGreaterThan(0)
  await links.evaluateAll(list => {
    for (const link of list as HTMLElement[]) {
      link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      link.focus()
    }
  })
  expect(hits).toEqual([])
}

/** Opens the formatted text in a form, then pastes each text and inspects how it looks. */
async function inspectEditor(page: Page, texts: readonly string[], hits: string[]) {
  const o = { locale: 'es' } as const
  await openOptional(page, m.create_optional_texts({}, o))
  const field = page.getByLabel(m.create_about({}, o), { exact: true })
  const rendered = page.locator('strong + a[href="https://ok.test/rendered"]')
  await expect(rendered).toBeVisible()
  for (const text of texts) {
    await field.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(rendered).toHaveCount(0)
    await field.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
    await expect(rendered).toBeVisible()
    expect(await findInjectedContentOn(page), page.url()).toEqual([])
    await pointAtLinks(page, hits)
  }
}

/** Asserts that a page without a Content Security Policy reports injected content and scripts that ran. */
async function expectDetection(page: Page, hits: string[]): Promise<void> {
  await page.goto('about:blank')
  await page.setContent('<img src=x onerror=__hit(1)><script>__hit(2)</script>')
  await expect.poll(() => hits.toSorted()).toEqual(['ran: 1', 'ran: 2'])
  expect(await findInjectedContentOn(page)).toHaveLength(2)
  hits.length = 0
}

// One worker runs both tests, which share the rows.
test.describe.configure({ mode: 'default' })

/** The rows of the worker's server, which the tests share, since their strings are unique in the database. */
let workerSeed: Awaited<ReturnType<typeof seedHostileTexts>> | undefined

test('hostile strings, more than two hundred, are escaped on every public page and in every feed', async ({
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  expect(HOSTILE_STRINGS.length).toBeGreaterThanOrEqual(200)
  workerSeed ??= await seedHostileTexts(server)
  const { username, sellers, orders, ids, templateId } = workerSeed
  const hits: string[] = []
  const context = await openWithoutCsp(browser, server, hits)
  const page = await context.newPage()
  await expectDetection(page, hits)

  await test.step('inspects the server-rendered page of each string', async () => {
    await page.goto('/faq')
    const [harmlessPage, ...productPages] = await inspectPages(
      page,
      [templateId, ...ids].map(id => `/product/${id}`),
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

  await test.step('inspects the formatted texts of product pages, on the server and after hydration', async () => {
    const texts = buildHostileMarkdown(LIMITS.about.max)
    const withTexts = ids.slice(0, texts.length)
    expect(withTexts).toHaveLength(texts.length)
    await setAbouts(server, withTexts, texts)
    await page.goto('/faq')
    const pages = await inspectPages(
      page,
      withTexts.map(id => `/product/${id}`),
    )
    expect(pages.flatMap(({ findings }) => findings)).toEqual([])
    expect(pages.filter(({ isFormatted }) => !isFormatted)).toEqual([])
    for (const [index, id] of withTexts.entries()) {
      if (index % 5 !== 0) continue
      await visitAndInspect(page, `/product/${id}`, hits)
      await pointAtLinks(page, hits)
    }
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

  await test.step('inspects the public pages after hydration', async () => {
    await setLongDescriptions(server, ids.slice(0, 2))
    for (let number = 1; number <= Math.ceil(ids.length / 24); number += 1)
      await visitAndInspect(page, `/explore?page=${number}`, hits)
    for (const path of ['/', `/profile/${username}`, `/product/${ids[0]}`, `/product/${ids[2]}`])
      await visitAndInspect(page, path, hits)
    await page.evaluate(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
      seller: username,
      ids: ids.slice(0, CART_MAX),
    })
    await visitAndInspect(page, '/checkout', hits)
    for (const token of orders) await visitAndInspect(page, `/order/${token}`, hits)
    await visitAndInspect(page, `/payment/success?order=${orders[0]}`, hits)
    await gotoAndWaitForIdle(page, '/explore')
    await page.locator('input[name=q]').focus()
    await page.locator('input[name=q][role=combobox]').fill('script')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    expect(await findInjectedContentOn(page)).toEqual([])
  })
  await context.close()
})

test('hostile strings, more than two hundred, are escaped in the dashboard, in the admin area and in every mail', async ({
  browser,
  openBrowser,
  server,
}) => {
  test.setTimeout(300_000)
  expect(HOSTILE_STRINGS.length).toBeGreaterThanOrEqual(200)
  workerSeed ??= await seedHostileTexts(server)
  const { seller, admin, sale, orders, ids } = workerSeed
  const hits: string[] = []
  const context = await openWithoutCsp(browser, server, hits)
  const page = await context.newPage()
  await expectDetection(page, hits)

  await test.step('inspects the dashboard and the admin area', async () => {
    await setLongDescriptions(server, ids.slice(0, 2))
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
      await visitAndInspect(dashboard, path, hits)
    const texts = buildHostileMarkdown(LIMITS.about.max)
    await setAbouts(server, ids, texts)
    await visitAndInspect(dashboard, `/dashboard/product/${ids[1]}`, hits)
    await visitAndInspect(dashboard, `/dashboard/product/edit/${ids[1]}`, hits)
    await inspectEditor(dashboard, texts, hits)
    const fields = { about: texts[0]! }
    const draft = expectOk(await seller.call(createDraft, { body: { fields } }))
    await visitAndInspect(dashboard, `/dashboard/product/create?draft=${draft.id}`, hits)
    await inspectEditor(dashboard, texts, hits)
    await sellerContext.close()

    const adminContext = await openWithoutCsp(browser, server, hits)
    await setSessionCookies({ context: adminContext }, server, admin)
    const adminArea = await adminContext.newPage()
    for (const tab of ['reviews', 'reports', 'users', 'products', 'jobs', 'testimonials', 'audit'])
      await visitAndInspect(adminArea, `/dashboard/admin?tab=${tab}`, hits)
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
  await context.close()
})

/** HTML parsers convert CRLF to LF. */
const normalizeLineEnds = (text: string): string => text.replaceAll('\r\n', '\n')
