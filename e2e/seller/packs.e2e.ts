import { setProductState } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('es', 390))
  test(`a seller makes a pack of two products, and a buyer gets both with one payment (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'packs')
    const book = await publishProduct(api, { name: 'Recetario', price: 1000 })
    const song = await publishProduct(api, { name: 'Vidala', price: 3000 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller

    await gotoAndWaitForIdle(page, '/dashboard/products')
    await page.getByRole('button', { name: m.pack_new({}, o) }).click()
    await page.waitForURL(/create\?draft=\d+$/)
    const parts = page.getByRole('region', { name: m.pack_parts({}, o) })
    // What the draft lacks leads to the field, which adds a part by keyboard.
    await page.getByRole('button', { name: m.pack_parts({}, o), exact: true }).click()
    const add = parts.getByLabel(m.pack_parts_add({}, o))
    await expect(add).toBeFocused()
    await add.selectOption(String(book.id))
    await expect(parts.getByRole('heading', { name: 'Recetario' })).toBeVisible()
    await add.selectOption(String(song.id))
    await expect(parts.getByText(m.pack_parts_all({}, o))).toBeVisible()
    await parts.getByRole('button', { name: m.pack_parts_up({ name: 'Vidala' }, o) }).click()
    await expect(parts.getByRole('heading', { level: 3 })).toHaveText(['Vidala', 'Recetario'])

    await page.getByLabel(m.create_name({}, o)).fill('Cocina cantada')
    await page.getByLabel(m.create_description({}, o)).fill('Las recetas y su música.')
    await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('4000')
    await expect(parts.getByText(m.pack_no_saving({}, o))).toBeVisible()
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('2500')
    await page
      .locator('input[name=image_file]')
      .setInputFiles(await toFilePayload(await createCoverImage()))
    await expect(page.getByText(m.draft_complete({}, o))).toBeVisible()
    await checkScreen(page, `pack-draft-${locale}`)
    await page.getByRole('button', { name: m.create_submit({}, o), exact: true }).click()
    await page.waitForURL('**/dashboard/products')
    await expect(getToast(page, m.create_done({}, o))).toBeVisible()
    await page.getByRole('link', { name: 'Cocina cantada' }).first().click()
    await expect(page.getByRole('heading', { name: 'Cocina cantada' })).toBeVisible()
    await checkScreen(page, `pack-detail-${locale}`)
    const packId = Number(/product\/(\d+)/.exec(page.url())![1])

    const buyer = await openBrowser(locale, width)
    await gotoAndWaitForIdle(buyer.page, `/product/${packId}`)
    const shown = buyer.page.getByRole('list', { name: m.pack_includes({}, o) })
    await expect(shown.getByRole('link')).toHaveText(['Vidala', 'Recetario'])
    await expect(buyer.page.getByText(/Con el pack ahorrás|You save/)).toContainText('1.500')
    await checkScreen(buyer.page, `pack-page-${locale}`)
    await openPaymentPage(buyer, locale, `/product/${packId}`, 'ana@mail.test')
    await choosePaymentOutcome(buyer, 'approved')
    await buyer.page.waitForURL('**/payment/success?**')
    await expect(
      buyer.page.getByText(m.order_pack({ name: 'Cocina cantada' }, o)).first(),
    ).toBeVisible()
    await expect(buyer.page.locator('a[href*="/api/public/download/"]').first()).toBeVisible()
    await checkScreen(buyer.page, `pack-order-${locale}`)

    await gotoAndWaitForIdle(page, '/dashboard/sales')
    const ofPack = page.getByText(m.order_pack({ name: 'Cocina cantada' }, o))
    await expect(ofPack.filter({ visible: true })).toHaveCount(2)
    await checkScreen(page, `pack-sales-${locale}`)

    // A part that is paused takes the pack with it, and both say so.
    expectOk(
      await api.call(setProductState, {
        params: { id: String(song.id) },
        body: { state: 'paused' },
      }),
    )
    await gotoAndWaitForIdle(buyer.page, `/product/${packId}`)
    await expect(shown.getByText(m.pack_missing({}, o))).toBeVisible()
    await checkScreen(buyer.page, `pack-incomplete-${locale}`)
    await gotoAndWaitForIdle(page, '/dashboard/products')
    await expect(page.getByText(m.products_pack_incomplete({}, o))).toBeVisible()
    await gotoAndWaitForIdle(page, `/dashboard/product/${packId}`)
    await expect(page.getByText(m.pack_sales_lines({}, o))).toBeVisible()
    await expect(ofPack.filter({ visible: true })).toHaveCount(2)
    await expect(page.getByText(m.pack_part_unavailable({}, o))).toBeVisible()
  })
