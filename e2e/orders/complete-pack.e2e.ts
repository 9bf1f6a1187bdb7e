import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('es', 390))
  test(`a buyer of a part of a pack pays the difference (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'complete')
    const book = await publishProduct(api, { name: 'Recetario', price: 1000 })
    const song = await publishProduct(api, { name: 'Vidala', price: 3000 })
    const pack = await publishPack(api, [book.id, song.id], { name: 'Cocina cantada', price: 2500 })
    const buyer = await openBrowser(locale, width)
    const { page } = buyer
    await openPaymentPage(buyer, locale, `/product/${book.id}`, 'ana@mail.test')
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL('**/payment/success?**')
    const firstOrder = page.url()

    // The order offers the rest of the pack.
    const offer = page.getByRole('link', { name: /1\.?500/ })
    await expect(page.getByText(m.pack_complete_lacks({ names: 'Vidala' }, o))).toBeVisible()
    await checkScreen(page, `complete-offer-${locale}`)
    await offer.click()
    await expect(
      page.getByRole('heading', { name: m.pack_complete({}, o), level: 1 }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: m.pack_complete_missing({}, o) })).toBeVisible()
    await checkScreen(page, `complete-pack-${locale}`)
    const address = page.url()
    // The emails that were typed before are there already.
    await expect(page.getByLabel(m.buy_confirm({}, o), { exact: true })).toHaveValue(
      'ana@mail.test',
    )
    await page.getByRole('button', { name: m.buy_now({}, o) }).click()
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL('**/payment/success?**')
    await expect(page.getByText('Vidala').first()).toBeVisible()
    await expect(page.getByText(m.order_pack({ name: 'Cocina cantada' }, o)).first()).toBeVisible()

    // The book counts for the pack, so its order goes back after the other one. The seller sees which that is.
    await gotoAndWaitForIdle(page, firstOrder)
    await page.getByText(m.withdrawal_order_ask({}, o)).click()
    await expect(page.getByText(/«?“?Cocina cantada”?»?.*[2-9A-Z]{4}-[2-9A-Z]{4}/)).toBeVisible()
    await checkScreen(page, `complete-credited-${locale}`)
    const desk = await openBrowser(locale, width)
    await setSessionCookies(desk, server, api)
    await gotoAndWaitForIdle(desk.page, '/dashboard/sales')
    await desk.page
      .locator('a[href*="sale="]', { hasText: 'Recetario' })
      .filter({ visible: true })
      .click()
    await expect(
      desk.page.getByText(m.sale_item_credited({ packName: 'Cocina cantada' }, o)),
    ).toBeVisible()
    await checkScreen(desk.page, `sale-credited-${locale}`)

    // With the whole pack, nothing is left; and another browser needs the link to an order.
    await gotoAndWaitForIdle(page, `/product/${pack.id}`)
    await page.getByRole('link', { name: m.pack_complete_link({}, o) }).click()
    await expect(page.getByRole('heading', { name: m.pack_complete_none({}, o) })).toBeVisible()
    await checkScreen(page, `complete-none-${locale}`)
    expect(address).toMatch(new RegExp(`complete=${pack.id}#[\\w-]{54}$`))
  })
