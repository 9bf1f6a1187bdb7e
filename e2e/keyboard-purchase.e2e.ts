import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import * as m from '#messages'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES, notice } from './accounts/people.ts'
import { expectFocusKept, typeInto, walkTo } from './keyboard.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'
import { sha256 } from './story.ts'

/** The smallest screen that counts. */
const WIDTH = 320

test.describe.configure({ mode: 'parallel' })

for (const locale of LOCALES)
  test(`by keyboard alone, on the smallest screen, a buyer pays a price as it is, one of their own, and two at once, up to the files, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const o = { locale }
    const { api } = await creator(town, `keyboard-${locale}`)
    const [bookFile, songFile] = [createPdfFile(30_000), createPdfFile(20_000)]
    const book = await publishProduct(api, { name: 'Quipu uno', file: bookFile })
    const song = await publishProduct(api, {
      name: 'Quipu dos',
      file: songFile,
      price: 500,
      isPriceDynamic: true,
    })
    const { page } = await someone(locale, WIDTH)
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    const field = (name: string) => page.getByLabel(name, { exact: true })

    /** From the fields of the buy form, over the provider's page, to what was paid for. */
    async function payAndDownload(email: string, names: string[]): Promise<string[]> {
      await typeInto(page, field(m.buy_email({}, o)), email)
      await typeInto(page, field(m.buy_confirm({}, o)), email)
      await page.keyboard.press('Tab')
      // The button becomes a link, under the focus.
      await expect(link(m.buy_now({}, o))).toBeFocused()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/checkout\/v1\/redirect/)
      // The first end that a payment can take is chosen: it is approved.
      await walkTo(page, page.locator('form button').first())
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
      await walkTo(page, file)
      const coming = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      return sha256(await readFile(await (await coming).path()))
    }

    /** Puts what is on the page aside; the way to all of it takes the button's place and its focus. */
    async function putAside(count: number): Promise<void> {
      await walkTo(page, page.getByRole('button', { name: m.cart_add({}, o) }))
      await page.keyboard.press('Enter')
      await expect(link(m.cart_go({ count }, o))).toBeFocused()
      // It hangs over the end of the window for a while, perhaps over what comes next.
      await expect(notice(page, m.cart_added({}, o))).toBeVisible()
      await expect(notice(page, m.cart_added({}, o))).toBeHidden()
    }

    const [bookSum, songSum] = await Promise.all(
      [bookFile, songFile].map(async file => sha256(new Uint8Array(await file.arrayBuffer()))),
    )

    await test.step('a price as it is', async () => {
      await page.goto(`/product/${book.id}`)
      expect(await payAndDownload(`one-${locale}@mail.test`, [book.name])).toEqual([bookSum])
    })

    await test.step('a price of one’s own', async () => {
      await page.goto(`/product/${song.id}`)
      await typeInto(page, field(m.buy_price_label({}, o)), '750')
      expect(await payAndDownload(`own-${locale}@mail.test`, [song.name])).toEqual([songSum])
      await expect(page.getByText('750').first()).toBeVisible()
    })

    await test.step('two at once, by the cart', async () => {
      await page.goto(`/product/${book.id}`)
      await putAside(1)
      await walkTo(page, link(song.name).first())
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/product/${song.id}`)
      // The address is there before the page, which begins at its top.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(song.name)
      await expectFocusKept(page)
      await putAside(2)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/checkout')
      await expectFocusKept(page)
      await typeInto(page, field(m.buy_price_of({ name: song.name }, o)), '900')
      expect(await payAndDownload(`two-${locale}@mail.test`, [book.name, song.name])).toEqual([
        bookSum,
        songSum,
      ])
    })

    await test.step('what is taken out of the cart does not take the focus along', async () => {
      await page.goto(`/product/${book.id}`)
      await putAside(1)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/checkout')
      await walkTo(
        page,
        page.getByRole('button', { name: m.checkout_remove({ name: book.name }, o) }),
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: m.checkout_title({}, o) })).toBeFocused()
    })
  })
