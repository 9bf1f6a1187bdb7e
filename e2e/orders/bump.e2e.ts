import { setBump } from '#contract/prices/bumps.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome } from '../actions/purchase-actions.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('es', 390))
  test(`a buyer adds the product that is offered beside another one, by keyboard (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'bump')
    const book = await addProduct(server, api, { name: 'Recetario', price: 9000 })
    const song = await addProduct(server, api, { name: 'Vidala', price: 1000 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    await gotoAndWaitForIdle(seller.page, `/dashboard/product/${book.id}`)
    const panel = seller.page.getByRole('region', { name: m.bump_title({}, o) })
    await panel.getByLabel(m.bump_product({}, o)).selectOption(String(song.id))
    await panel.getByLabel(m.bump_percent({}, o)).fill('30')
    await panel.getByRole('button', { name: m.save({}, o) }).press('Enter')
    await expect(getToast(seller.page, m.bump_saved({}, o))).toBeVisible()
    await checkScreen(seller.page, `bump-panel-${locale}`)

    const buyer = await openBrowser(locale, width)
    const { page } = buyer
    await gotoAndWaitForIdle(page, `/product/${book.id}`)
    const form = page.getByRole('form', { name: m.buy_form({ name: 'Recetario' }, o) })
    const box = form.getByRole('checkbox')
    await expect(box).not.toBeChecked()
    await form.getByLabel(m.buy_email({}, o), { exact: true }).fill('ana@mail.test')
    await form.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana@mail.test')
    await expect(form.getByText(/9\.000/).last()).toBeVisible()
    await box.press('Space')
    await expect(box).toBeChecked()
    await expect(form.getByText(/9\.700/).last()).toBeVisible()
    await checkScreen(page, `bump-${locale}`)
    await form.getByRole('link', { name: m.buy_now({}, o) }).press('Enter')
    await page.waitForURL(/\/checkout\/v1\/redirect/)
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL('**/payment/success?**')
    await expect(page.getByText('Vidala').first()).toBeVisible()
    await expect(page.getByText('Recetario').first()).toBeVisible()

    // An offer that ended meanwhile is asked about again, and what was typed stays.
    await gotoAndWaitForIdle(page, `/product/${book.id}`)
    const body = { offeredId: song.id, percent: 10 }
    expectOk(await api.call(setBump, { params: { id: String(book.id) }, body }))
    await form.getByLabel(m.buy_email({}, o), { exact: true }).fill('eva@mail.test')
    await form.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('eva@mail.test')
    await box.press('Space')
    await expect(form.getByRole('alert')).toContainText('900')
    await expect(form.getByText(/9\.900/).last()).toBeVisible()
  })
