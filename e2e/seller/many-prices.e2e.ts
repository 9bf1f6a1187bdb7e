import { updateProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a seller changes many prices after having seen them, and undoes it, by keyboard (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'prices')
    const book = await publishProduct(api, { name: 'Recetario', price: 9000 })
    const song = await publishProduct(api, { name: 'Vidala', price: 1000 })
    await publishProduct(api, { name: 'Cara', price: 950_000 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller
    const buyer = await openBrowser(locale, width)
    await gotoAndWaitForIdle(buyer.page, `/product/${book.id}`)
    const shownPrice = buyer.page.locator('main').getByText(/9\D?000/)
    await expect(shownPrice.first()).toBeVisible()

    await gotoAndWaitForIdle(page, '/dashboard/products')
    await page.getByRole('link', { name: m.prices_title({}, o) }).click()
    await expect(page.getByRole('heading', { name: m.prices_title({}, o) })).toBeVisible()
    await page.getByLabel(m.prices_rule({}, o)).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('12')
    await page.getByLabel(m.prices_ending({}, o)).selectOption('90')
    await checkScreen(page, `prices-form-${locale}`)
    await page.getByLabel(m.prices_value({}, o)).press('Enter')

    // What cannot be changed says why, and the focus is at what would change.
    const preview = page.getByRole('heading', { name: m.prices_preview_title({ count: 2 }, o) })
    await expect(preview).toBeFocused()
    await expect(page.getByText(/10\D?090/)).toBeVisible()
    await expect(page.getByText(m.prices_step({ before: 20, after: 10 }, o))).toBeVisible()
    await page.getByText(m.prices_unchanged({ count: 1 }, o)).click()
    await expect(page.getByText(m.prices_problem_too_high({}, o))).toBeVisible()
    await checkScreen(page, `prices-preview-${locale}`)

    // Another device changes a price meanwhile: nothing is changed before the seller has seen that.
    expectOk(
      await api.call(updateProduct, { params: { id: String(song.id) }, form: { price: 2000 } }),
    )
    const apply = page.getByRole('button', { name: m.prices_apply({ count: 2 }, o) })
    await apply.press('Enter')
    await expect(page.getByText(m.prices_renewed({}, o))).toBeVisible()
    await expect(page.getByText(/2\D?290/)).toBeVisible()
    await apply.press('Enter')
    await expect(getToast(page, m.prices_changed({ count: 2 }, o))).toBeVisible()
    await expect(page.getByText(m.prices_state_done({}, o))).toBeVisible()
    await checkScreen(page, `prices-done-${locale}`)

    await buyer.page.reload()
    await expect(
      buyer.page
        .locator('main')
        .getByText(/10\D?090/)
        .first(),
    ).toBeVisible()

    await page.getByRole('button', { name: m.prices_undo({}, o) }).press('Enter')
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: m.prices_undo({}, o) }).press('Enter')
    await expect(getToast(page, m.prices_undone({}, o))).toBeVisible()
    await expect(page.getByText(m.prices_state_undone({}, o), { exact: true })).toBeVisible()
    await buyer.page.reload()
    await expect(shownPrice.first()).toBeVisible()
  })
