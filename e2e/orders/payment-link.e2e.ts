import type { Locator, Page } from '@playwright/test'
import { setProductState } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { choosePaymentOutcome } from '../actions/purchase-actions.ts'
import { expect, test } from '../fixtures.ts'

/** The most taps from a payment link in a chat to the file. Typing counts as none, but each field needs a tap. */
const MAX_TAPS = 6

const VARIANTS = [
  { locale: 'es', width: 390 },
  { locale: 'en', width: 1280 },
] as const

/** Shows a page of another site with a link, as a chat does. */
async function openChat(page: Page, url: string): Promise<Locator> {
  await page.route('https://chat.example/', route =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${url}">${url}</a>` }),
  )
  await page.goto('https://chat.example/')
  return page.getByRole('link')
}

for (const { locale, width } of VARIANTS)
  test(`a payment link leads to the file in at most ${MAX_TAPS} taps, in ${locale} at ${width} px`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'linker')
    const { id, name } = await addProduct(server, api, { price: 500, isPriceDynamic: true })
    const { page } = await openBrowser(locale, width)
    let taps = 0
    const tap = async (element: Locator) => {
      taps += 1
      await element.click()
    }
    const email = createUniqueEmail('tapper')

    await tap(await openChat(page, `${server.origin}/comprar/${id}?precio=900`))
    await page.waitForURL('**/comprar/**')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.checkout_title({}, o))
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
    await expect(page.getByLabel(m.buy_price_label({}, o))).toHaveValue('900')
    for (const label of [m.buy_email({}, o), m.buy_confirm({}, o)]) {
      await tap(page.getByLabel(label, { exact: true }))
      await page.keyboard.type(email)
    }
    await tap(page.getByRole('main').getByText(m.buy_now({}, o)).last())
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    await expect(page.getByText('900').first()).toBeVisible()
    // The provider's page has chosen the card already, so paying is one tap.
    taps += 1
    await choosePaymentOutcome({ page } as Parameters<typeof choosePaymentOutcome>[0], 'approved')
    await page.waitForURL('**/payment/success?**')
    const download = page.waitForEvent('download')
    await tap(page.locator('a[href*="/api/public/download/"]').first())

    expect(await (await download).failure()).toBeNull()
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)
  })

for (const { locale, width } of VARIANTS)
  test(`a payment link leaves a cart as it is and asks before anything is added, in ${locale} at ${width} px`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'keeper')
    const { api: otherApi } = await createSeller(server, 'other')
    const [book, song, paused] = [
      await addProduct(server, api, { name: 'Recetario', price: 8900 }),
      await addProduct(server, api, { name: 'Vidala', price: 500 }),
      await addProduct(server, api, { name: 'Zamba', price: 700 }),
    ]
    const stranger = await addProduct(server, otherApi, { name: 'Ajeno', price: 300 })
    expectOk(
      await api.call(setProductState, {
        params: { id: String(paused.id) },
        body: { state: 'paused' },
      }),
    )
    const { page } = await openBrowser(locale, width)
    const main = page.getByRole('main')
    const readCart = () => page.evaluate(() => localStorage.getItem('kiosko:cart'))
    await page.goto(`/product/${book.id}`)
    await page.getByRole('button', { name: m.cart_add({}, o) }).click()
    await expect(main.getByRole('link', { name: m.cart_go({ count: 1 }, o) })).toBeVisible()
    const cart = await readCart()

    await test.step('a link of another seller says so and leaves the cart', async () => {
      await page.goto(`/comprar/${stranger.id}`)
      const note = main.getByRole('status').filter({ hasText: `@${book.username}` })
      await expect(note).toContainText(m.link_cart({ count: 1, seller: `@${book.username}` }, o))
      await expect(note.getByRole('button')).toHaveCount(0)
      await expect(main.getByRole('link', { name: 'Ajeno' })).toBeVisible()
      expect(await readCart()).toBe(cart)
    })

    await test.step('a link of the product in the cart says nothing', async () => {
      await page.goto(`/comprar/${book.id}`)
      await expect(main.getByLabel(m.buy_email({}, o), { exact: true })).toBeVisible()
      await expect(main.getByText(m.link_cart_together({}, o))).toHaveCount(0)
      expect(await readCart()).toBe(cart)
    })

    await test.step('a link of the same seller asks whether to buy all together', async () => {
      await page.goto(`/comprar/${song.id},${paused.id}`)
      await expect(main.getByText(m.link_paused({ name: 'Zamba' }, o))).toBeVisible()
      await expect(main.getByRole('button', { name: m.link_cart_together({}, o) })).toBeVisible()
      expect(await readCart()).toBe(cart)
      await main.getByRole('button', { name: m.link_cart_together({}, o) }).click()
      await page.waitForURL('**/checkout')
      await expect(main.getByRole('listitem').filter({ hasText: 'Recetario' })).toBeVisible()
      await expect(main.getByRole('listitem').filter({ hasText: 'Vidala' })).toBeVisible()
      expect(JSON.parse((await readCart())!)).toEqual({
        seller: book.username,
        ids: [book.id, song.id],
      })
    })
  })
