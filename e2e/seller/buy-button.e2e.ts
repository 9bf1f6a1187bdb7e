import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getSale } from '#contract/sales/order.ts'
import { listSales } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

/** The maximum size of a button with its picture, in bytes. */
const BUTTON_MAX_BYTES = 2048
const o = { locale: 'es' } as const

/** Starts another site with a button on its page, under a content security policy. */
async function startSite(code: string, policy: string) {
  const site = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.setHeader('content-security-policy', policy)
    reply.end(`<!doctype html><html lang="es"><title>Blog</title><p>Mi libro: ${code}</p></html>`)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  return {
    // The marketplace is at 127.0.0.1, so this host name is another site for browsers.
    url: `http://localhost:${(site.address() as AddressInfo).port}/`,
    close: () => site.close(),
  }
}

test('a seller copies a link and a button, which sells on another site under the strictest policies', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'button')
  const name = 'Pan & "queso" <3'
  const { id } = await addProduct(server, api, { name, price: 500, isPriceDynamic: true })
  const seller = await openBrowser('es', 390)
  await seller.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await setSessionCookies(seller, server, api)
  const { page } = seller
  const copy = async (label: string) => {
    const button = page.getByRole('button', { name: label })
    await button.click()
    await expect(page.getByRole('button', { name: m.copied({}, o) })).toBeVisible()
    await expect(button).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await page.goto(`/dashboard/product/${id}`)
  const price = page.getByLabel(m.link_price({}, o))
  await price.fill('400')
  await expect(page.getByText(m.buy_price_low({ price: '$ 500' }, o))).toBeVisible()
  expect(await copy(m.link_copy({}, o))).toBe(`${server.origin}/comprar/${id}`)
  await price.fill('900')
  expect(await copy(m.link_copy({}, o))).toBe(`${server.origin}/comprar/${id}?precio=900`)
  const html = await copy(m.link_copy_html({}, o))
  const markdown = await copy(m.link_copy_markdown({}, o))
  expect(markdown).toContain(`](${server.origin}/comprar/${id}?precio=900&via=button)`)

  await test.step('the sheet for a fair is a PDF file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: m.link_sheet_get({}, o) }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`qr-${id}.pdf`)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  const label = m.link_title({ name }, o)
  const picture = await fetch(`${server.origin}/buy-button/es.svg`)
  const svg = await picture.text()

  await test.step('the button and its picture are small and set no cookie', () => {
    expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(picture.headers.getSetCookie()).toEqual([])
    expect(Buffer.byteLength(html + svg)).toBeLessThanOrEqual(BUTTON_MAX_BYTES)
    expect(html).not.toMatch(/script|style|iframe|javascript:|\son\w+=/i)
  })

  await test.step('a site that allows the picture shows it', async () => {
    const { page, context } = await openBrowser('es', 390)
    const site = await startSite(html, `default-src 'none'; img-src ${server.origin}`)
    await page.goto(site.url)
    const image = page.getByRole('img', { name: label })
    await expect
      .poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth))
      .toBe(156)
    expect(await context.cookies()).toEqual([])
    site.close()
  })

  await test.step('a site that allows nothing shows the text, and the link sells', async () => {
    const { page, allowConsoleError } = await openBrowser('es', 390)
    allowConsoleError(/Content Security Policy/)
    const site = await startSite(html, "default-src 'none'; form-action 'none'; base-uri 'none'")
    await page.goto(site.url)
    const link = page.getByRole('link', { name: label })
    const image = page.getByRole('img', { name: label })
    await expect
      .poll(() => image.evaluate(element => (element as HTMLImageElement).complete))
      .toBe(true)
    expect(await image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBe(0)
    // The text takes the place of the picture, so it is as wide as its words.
    expect((await link.boundingBox())!.width).toBeGreaterThan(120)

    await link.click()
    await page.waitForURL('**/comprar/**')
    site.close()
    await expect(page.getByLabel(m.buy_price_label({}, o))).toHaveValue('900')
    const email = createUniqueEmail('blogger')
    for (const field of [m.buy_email({}, o), m.buy_confirm({}, o)])
      await page.getByLabel(field, { exact: true }).fill(email)
    await page.getByRole('main').getByText(m.buy_now({}, o)).last().click()
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    await choosePaymentOutcome({ page } as Parameters<typeof choosePaymentOutcome>[0], 'approved')
    await page.waitForURL('**/payment/success?**')
    await server.waitForMailText(email)
  })

  await test.step('the seller sees by which entry the buyer came', async () => {
    const [sale] = expectOk(await api.call(listSales, { query: {} })).sales
    const order = expectOk(await api.call(getSale, { params: { orderId: sale!.orderId } }))
    expect(order.entry).toBe('button')
    await page.goto(`/dashboard/sales?sale=${order.orderId}`)
    await expect(page.getByText(m.sale_entry({ entry: m.entry_button({}, o) }, o))).toBeVisible()
  })
})

test('orders from the product page and the cart are kept as such', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'entry')
  const { id } = await addProduct(server, api)
  const { page } = await openBrowser('es', 390)
  const order = async (email: string) => {
    for (const field of [m.buy_email({}, o), m.buy_confirm({}, o)])
      await page.getByLabel(field, { exact: true }).fill(email)
    const request = page.waitForRequest(/createPreference/)
    await page.getByLabel(m.buy_confirm({}, o), { exact: true }).blur()
    return ((await request).postDataJSON() as { entry: string }).entry
  }

  await page.goto(`/product/${id}`)
  expect(await order(createUniqueEmail('reader'))).toBe('page')
  await page.getByRole('button', { name: m.cart_add({}, o) }).click()
  await page.goto('/checkout')
  expect(await order(createUniqueEmail('shopper'))).toBe('cart')
})
