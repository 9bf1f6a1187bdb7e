import { buildProductPath } from '#contract/products/product-path.ts'
import * as m from '#messages'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { findSmallTouchTargets } from '../page/touch-targets.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

/** The token that the simulated receivers accept. */
const RECEIVER_TOKEN = 'simulated-receiver-token'

for (const { locale, width } of stateVariants('es', 390))
  test(`a seller connects a receiver by keyboard, tests it, and sees a sale reported (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'conversions')
    const product = await addProduct(server, api, { name: 'Cuaderno de coplas', price: 1500 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller
    const name = m.conversions_tiktok({}, o)

    await gotoAndWaitForIdle(page, '/dashboard/profile')
    await page.getByRole('link', { name: m.conversions_title({}, o) }).press('Enter')
    const card = page.getByRole('region', { name, exact: true })
    const id = card.getByLabel(m.conversions_tiktok_id({}, o), { exact: true })
    await id.fill('123')
    await id.press('Tab')
    await expect(card.getByText(m.issue_invalid({}, o), { exact: true })).toBeVisible()
    await checkScreen(page, `conversions-${locale}`)
    await id.fill('C4ABCDEFGH1234567890')
    await card.getByLabel(m.conversions_token({}, o), { exact: true }).fill('wrong-token')
    await card.getByRole('button', { name: m.conversions_save({}, o) }).press('Enter')
    await expect(getToast(page, m.conversions_saved({ name }, o))).toBeVisible()

    const test = card.getByRole('button', { name: m.conversions_test({ name }, o) })
    await test.press('Enter')
    await expect(card.getByText(m.conversions_answer_secret({ name }, o))).toBeVisible()
    await card.getByLabel(m.conversions_token({}, o), { exact: true }).fill(RECEIVER_TOKEN)
    await card.getByRole('button', { name: m.conversions_save({}, o) }).press('Enter')
    await expect(card.getByText(m.conversions_answer_secret({ name }, o))).toBeHidden()
    await test.press('Enter')
    await expect(card.getByText(m.conversions_answer_accepted({ name }, o))).toBeVisible()

    const buyer = await openBrowser(locale, width)
    await openPaymentPage(
      buyer,
      locale,
      `${server.origin}${buildProductPath(product)}`,
      createUniqueEmail('reported'),
    )
    await choosePaymentOutcome(buyer, 'approved')
    await buyer.page.waitForURL('**/payment/success?**')
    await server.waitForJobs()
    await page.reload()
    await expect(page.getByText(m.conversions_state_sent({}, o), { exact: true })).toBeVisible()
    await checkScreen(page, `conversions-sent-${locale}`)
    expect(await findSmallTouchTargets(page)).toEqual([])

    const remove = m.conversions_remove({ name }, o)
    await card.getByRole('button', { name: remove }).press('Enter')
    const dialog = page.getByRole('dialog', { name: m.conversions_remove_title({ name }, o) })
    await dialog.getByRole('button', { name: remove }).press('Enter')
    await expect(getToast(page, m.conversions_removed({ name }, o))).toBeVisible()
    await expect(card.getByRole('button', { name: remove })).toBeHidden()
  })
