import { DAY_MS } from '#contract/core/time.ts'
import * as m from '#messages'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, openOptional } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('es', 390))
  test(`a seller lowers a price until a day, which buyers see and pay (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'offer')
    const product = await addProduct(server, api, { name: 'Recetario', price: 9000 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const form = seller.page
    await gotoAndWaitForIdle(form, `/dashboard/product/edit/${product.id}`)
    const lastDay = new Date(Date.now() + 10 * DAY_MS)
    await openOptional(form, m.create_optional_price({}, o))
    await form.getByLabel(m.create_offer_price({}, o)).fill('7000')
    await form.getByLabel(m.create_offer_until({}, o)).fill(lastDay.toISOString().slice(0, 10))
    await expect(
      form
        .getByText(/7\.000|5\.600/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await checkScreen(form, `offer-form-${locale}`)
    await form.getByRole('button', { name: m.edit_submit({}, o) }).press('Enter')
    await expect(getToast(form, m.edit_done({}, o))).toBeVisible()

    const buyer = await openBrowser(locale, width)
    const { page } = buyer
    await gotoAndWaitForIdle(page, `/product/${product.id}`)
    const [beginning] = m.offer_until({ date: '·', price: '·' }, o).split('·')
    await expect(page.getByText(beginning!)).toContainText(`${lastDay.getUTCDate()}`)
    await expect(page.getByText(beginning!)).toContainText(/9\.000/)
    await checkScreen(page, `offer-${locale}`)
    const box = page.getByRole('form', { name: m.buy_form({ name: 'Recetario' }, o) })
    await box.getByLabel(m.buy_email({}, o), { exact: true }).fill('ana@mail.test')
    await box.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana@mail.test')
    await box.getByRole('link', { name: m.buy_now({}, o) }).press('Enter')
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL('**/payment/success?**')
    await expect(page.getByText(/7\.000/).first()).toBeVisible()
  })
