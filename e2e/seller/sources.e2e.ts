import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { buildProductPath } from '#contract/products/product-path.ts'
import { withChannel } from '#contract/orders/touches.ts'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

/** The browser of a phone. Views of a browser that says that a program drives it are not counted. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Opens the browser of a buyer, in Spanish. */
async function openBuyer(browser: Browser, server: TestServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'es-AR',
    userAgent: PHONE,
  })
  return context.newPage()
}

/** Opens an address from a page of another site. */
async function openFrom(page: Page, host: string, address: string): Promise<void> {
  await page.route(`http://${host}/`, route =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">mirá</a>` }),
  )
  await page.goto(`http://${host}/`)
  await page.getByRole('link').click()
}

const waitForView = (page: Page) => page.waitForResponse(/\/view$/)

test('a seller sees by keyboard which link brought a sale, also one that was made on another visit', async ({
  browser,
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'sources')
  const product = await addProduct(server, api, { name: 'Charango de nogal', price: 1500 })
  const address = `${server.origin}${buildProductPath(product)}`
  const kiosk = `${server.origin}/profile/${product.username}`

  // The kiosk is opened from the app of a network, a product of it is seen, and bought on another visit.
  const buyer = await openBuyer(browser, server)
  const firstView = waitForView(buyer)
  await openFrom(buyer, 'l.instagram.com', `${kiosk}?via=ig&utm_campaign=Invierno`)
  await buyer.waitForFunction(() => localStorage.getItem('kiosko:touches'))
  await buyer.getByRole('main').getByRole('link', { name: product.name }).first().click()
  await firstView
  const secondView = waitForView(buyer)
  await openPaymentPage({ page: buyer } as never, 'es', address, createUniqueEmail('sourced'))
  await secondView
  await choosePaymentOutcome({ page: buyer } as never, 'approved')
  await buyer.waitForURL('**/payment/success?**')
  const cookies = await buyer.context().cookies()
  expect(cookies.filter(({ value }) => value.includes('instagram'))).toEqual([])

  // With Global Privacy Control, nothing is remembered.
  const privateBuyer = await openBuyer(browser, server)
  await privateBuyer.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  )
  const privateView = waitForView(privateBuyer)
  await privateBuyer.goto(withChannel(address, 'whatsapp'))
  await privateView
  expect(await privateBuyer.evaluate(() => localStorage.getItem('kiosko:touches'))).toBeNull()
  await Promise.all([buyer, privateBuyer].map(page => page.context().close()))

  for (const [locale, width] of [
    ['es', 390],
    ['en', 1280],
  ] as const) {
    const o = { locale }
    const { page, context } = await openBrowser(locale, width)
    await setSessionCookies({ page, context } as never, server, api)
    await page.goto('/dashboard/sales')
    await page.getByRole('link', { name: m.sources_title({}, o), exact: true }).press('Enter')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.sources_title({}, o))
    const rows = page
      .getByRole('region', { name: m.sources_by_source({}, o) })
      .getByRole(width === 390 ? 'listitem' : 'row')
    await expect(rows.filter({ hasText: 'Instagram' })).toContainText(
      width === 390 ? 'Visitas: 2 · Pedidos iniciados: 1 · Ventas: 1' : /2\s*1\s*1\s*50%/,
    )
    await expect(rows.filter({ hasText: m.source_unknown({}, o) })).toBeVisible()
    await expect(page.getByText('invierno').filter({ visible: true })).toBeVisible()
    await checkScreen(page, `sources-${locale}-${width}`)
  }

  const { page, context } = await openBrowser('en', 1280)
  await setSessionCookies({ page, context } as never, server, api)
  await page.goto('/dashboard/sales?view=sources')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: m.sources_export({}, { locale: 'en' }) }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^sources-.*\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(
    'Charango de nogal,Instagram,,invierno,2,1,1,ARS,1500.00,',
  )

  await page.goto(`/dashboard/product/${product.id}`)
  await page
    .getByText(m.channel_links({}, { locale: 'en' }))
    .first()
    .click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'TikTok' }).first().press('Enter')
  await expect(page.getByText(m.copied({}, { locale: 'en' })).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    withChannel(address, 'tiktok'),
  )
  await checkScreen(page, 'channel-links')
})
