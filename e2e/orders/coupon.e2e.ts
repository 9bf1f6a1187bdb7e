import type { Locator } from '@playwright/test'
import { createCoupon } from '#contract/prices/coupons.ts'
import * as m from '#messages'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

/** The most taps from a link with a coupon to the file. Typing counts as none, but each field needs a tap. */
const MAX_TAPS = 6

for (const { locale, width } of storyVariants('es', 390))
  test(`a seller makes a coupon, and its link leads to the cheaper file in ${MAX_TAPS} taps (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'coupons')
    await addProduct(server, api, { name: 'Recetario', price: 10_000 })
    await addProduct(server, api, { name: 'Vidala', price: 900 })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller

    await gotoAndWaitForIdle(page, '/dashboard/products')
    await page.getByRole('link', { name: m.coupons_title({}, o) }).click()
    await expect(page.getByText(m.coupons_empty({}, o))).toBeVisible()
    await checkScreen(page, `coupons-empty-${locale}`)
    await page.getByRole('button', { name: m.coupon_new({}, o) }).press('Enter')
    const code = page.getByLabel(m.coupon_code({}, o))
    await code.fill('x')
    await code.press('Tab')
    await expect(page.getByText(m.issue_coupon_code({}, o), { exact: true })).toBeVisible()
    await code.fill('otoño 10')
    await page.getByLabel(m.coupon_value({}, o)).fill('10')
    await page.getByLabel(m.coupon_cap({}, o)).fill('2')
    await page.getByText(m.coupon_more({}, o)).click()
    await page.getByLabel('Recetario').check()
    await checkScreen(page, `coupon-form-${locale}`)
    await page.getByRole('button', { name: m.coupon_create({}, o) }).click()
    await expect(getToast(page, m.coupon_created({ code: 'OTONO10' }, o))).toBeVisible()
    await expect(page.getByRole('heading', { name: 'OTONO10' })).toBeVisible()
    await checkScreen(page, `coupons-${locale}`)
    const url = await page.getByText('?cupon=OTONO10').textContent()

    const buyer = await openBrowser(locale, width)
    let taps = 1
    const tap = async (element: Locator) => {
      taps += 1
      await element.click()
    }
    await gotoAndWaitForIdle(buyer.page, url!)
    const main = buyer.page.getByRole('main')
    await expect(main.getByRole('listitem').filter({ hasText: 'Recetario' })).toContainText('9.000')
    await checkScreen(buyer.page, `coupon-link-${locale}`)
    for (const label of [m.buy_email({}, o), m.buy_confirm({}, o)]) {
      await tap(main.getByLabel(label, { exact: true }))
      await buyer.page.keyboard.type('ana@mail.test')
    }
    await tap(main.getByText(m.buy_now({}, o)).last())
    await buyer.page.waitForURL(/\/checkout\/v1\/redirect/)
    taps += 1
    await choosePaymentOutcome(buyer, 'approved')
    await buyer.page.waitForURL('**/payment/success?**')
    await expect(buyer.page.getByText('OTONO10')).toBeVisible()
    await checkScreen(buyer.page, `coupon-order-${locale}`)
    const download = buyer.page.waitForEvent('download')
    await tap(buyer.page.locator('a[href*="/api/public/download/"]').first())
    expect(await (await download).failure()).toBeNull()
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)

    await page.reload()
    await expect(page.getByText(m.coupon_used_of({ count: 1, cap: 2 }, o))).toBeVisible()
    await page.getByRole('button', { name: m.coupon_turn_off({}, o) }).click()
    await expect(page.getByText(m.coupon_state_off({}, o), { exact: true })).toBeVisible()
  })

for (const { locale, width } of storyVariants('en', 1280))
  test(`a buyer types a coupon, and gets for nothing what it makes free (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'gifts')
    const { id } = await addProduct(server, api, { name: 'Recetario', price: 10_000 })
    for (const [code, value] of [
      ['FERIA-20', 20],
      ['PRENSA', 100],
    ] as const)
      expectOk(
        await api.call(createCoupon, { body: { ...UNLIMITED, code, kind: 'percent', value } }),
      )
    const buyer = await openBrowser(locale, width)
    const { page } = buyer

    await gotoAndWaitForIdle(page, `/product/${id}`)
    await page.getByRole('link', { name: m.coupon_have({}, o) }).click()
    const code = page.getByLabel(m.coupon_code({}, o))
    const apply = page.getByRole('button', { name: m.coupon_apply({}, o) })
    await code.fill('nada')
    await apply.click()
    await expect(page.getByText(m.ERROR_COUPON_UNKNOWN({}, o))).toBeVisible()
    await checkScreen(page, `coupon-unknown-${locale}`)
    await code.fill('feria-20')
    await code.press('Enter')
    await expect(page.getByRole('main').getByText('8.000').first()).toBeVisible()
    const remove = page.getByRole('button', { name: m.coupon_remove({}, o) })
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await expect(code).toHaveValue('FERIA-20')

    // With the other code nothing is left to pay, and the owner of the address gets the file.
    await code.fill('prensa')
    await apply.click()
    const email = createUniqueEmail('press')
    await expect(page.getByLabel(m.buy_confirm({}, o))).toHaveCount(0)
    await page.getByRole('textbox', { name: m.free_copy_label({}, o) }).fill(email)
    await checkScreen(page, `coupon-free-${locale}`)
    await page.getByRole('button', { name: m.free_copy_submit({}, o) }).click()
    await expect(page.getByText(m.free_copy_done_title({}, o))).toBeVisible()
    await page.goto(await server.waitForMailedLink(email, 'order'))
    await expect(page.getByText('PRENSA')).toBeVisible()
    await checkScreen(page, `coupon-free-order-${locale}`)
  })
