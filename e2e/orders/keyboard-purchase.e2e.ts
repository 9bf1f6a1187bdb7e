import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { buildProductPath } from '#contract/products/product-path.ts'
import * as m from '#messages'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { publishProduct } from '#tools/api-client/creator.ts'
import { getToast } from '../actions/account-actions.ts'
import { expectFocusNotLost, tabToAndType, tabTo } from '../page/keyboard-navigation.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { computeSha256 } from '../actions/purchase-actions.ts'

/** The width in pixels of the narrowest supported screen. */
const NARROWEST_WIDTH = 320

test('a buyer can pay a fixed price, a dynamic price and a cart by keyboard alone @core', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await createSeller(server, 'keyboard')
  const [bookFile, songFile] = [createPdfFile(30_000), createPdfFile(20_000)]
  const book = await publishProduct(api, { name: 'Quipu uno', file: bookFile })
  const song = await publishProduct(api, {
    name: 'Quipu dos',
    file: songFile,
    price: 500,
    isPriceDynamic: true,
  })
  const { page } = await openBrowser('en', NARROWEST_WIDTH)
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })

  /**
   * Fills in the buy form, pays on the simulator's payment page and downloads the files; returns the hashes of the
   * files.
   */
  async function payAndDownload(email: string, names: string[]): Promise<string[]> {
    await tabToAndType(page, field(m.buy_email({}, o)), email)
    await tabToAndType(page, field(m.buy_confirm({}, o)), email)
    await page.keyboard.press('Tab')
    // The submit button is replaced by a link to the payment page, which keeps the focus.
    await expect(link(m.buy_now({}, o))).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    // The simulator's payment page has the outcome "approved" selected by default.
    await tabTo(page, page.locator('form button').first())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/payment/success?**')
    const files: string[] = []
    for (const name of names) files.push(await download(fileOf(name)))
    return files
  }

  function fileOf(name: string): Locator {
    const item = page.getByRole('listitem').filter({ hasText: name })
    return item.locator('a[href*="/api/public/download/"]').first()
  }

  async function download(file: Locator): Promise<string> {
    await tabTo(page, file)
    const pendingDownload = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    return computeSha256(await readFile(await (await pendingDownload).path()))
  }

  /**
   * Adds the product of the current page to the cart. The button becomes a link to the cart, which takes over the
   * focus.
   */
  async function addToCart(count: number): Promise<void> {
    await tabTo(page, page.getByRole('button', { name: m.cart_add({}, o) }))
    await page.keyboard.press('Enter')
    await expect(link(m.cart_go({ count }, o))).toBeFocused()
    // Waits until the toast is gone, since it could cover the next focused element.
    await expect(getToast(page, m.cart_added({}, o))).toBeVisible()
    await expect(getToast(page, m.cart_added({}, o))).toBeHidden()
  }

  const [bookHash, songHash] = await Promise.all(
    [bookFile, songFile].map(async file => computeSha256(new Uint8Array(await file.arrayBuffer()))),
  )

  await test.step('pays the fixed price of a product', async () => {
    await page.goto(`/product/${book.id}`)
    expect(await payAndDownload('one@mail.test', [book.name])).toEqual([bookHash])
  })

  await test.step('pays a price that the buyer chose', async () => {
    await page.goto(`/product/${song.id}`)
    await tabToAndType(page, field(m.buy_price_label({}, o)), '750')
    expect(await payAndDownload('own@mail.test', [song.name])).toEqual([songHash])
    await expect(page.getByText('750').first()).toBeVisible()
  })

  await test.step('pays two products with one cart', async () => {
    await page.goto(`/product/${book.id}`)
    // The bar with the price lies over the bottom of the screen, and must not cover what has the focus.
    await expect(page.locator('.buy-bar')).toBeAttached()
    await addToCart(1)
    await tabTo(page, link(song.name).first())
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${buildProductPath(song)}`)
    // After the URL has changed, the new page is still rendered; the focus moves only then, so the test waits for its
    // heading.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(song.name)
    await expectFocusNotLost(page)
    await addToCart(2)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await expectFocusNotLost(page)
    await tabToAndType(page, field(m.buy_price_of({ name: song.name }, o)), '900')
    expect(await payAndDownload('two@mail.test', [book.name, song.name])).toEqual([
      bookHash,
      songHash,
    ])
  })

  await test.step('moves the focus to the heading after a product is removed from the cart', async () => {
    await page.goto(`/product/${book.id}`)
    await addToCart(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await tabTo(page, page.getByRole('button', { name: m.checkout_remove({ name: book.name }, o) }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: m.checkout_title({}, o) })).toBeFocused()
  })
})
