import * as m from '#messages'
import { setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'en' } as const

test('a seller sees what vouchers may bring, and opens one by keyboard', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'vouchers')
  for (const name of ['Bombo legüero', 'Erke']) {
    const product = await addProduct(server, api, { name })
    const buyer = await openBrowser('en', 390)
    await openPaymentPage(buyer, 'en', `/product/${product.id}`, createUniqueEmail('cash'))
    await choosePaymentOutcome(buyer, 'pending_cash')
    await buyer.page.waitForURL(/\/payment\/pending/)
    await expect(buyer.page.getByText(m.mute_is_off({}, o))).toBeVisible()
  }

  const seller = await openBrowser('en', 390)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  await page.goto('/dashboard/sales')
  const section = page.getByRole('region', { name: m.vouchers_title({}, o) })
  await expect(section.getByText(/17\.800/)).toBeVisible()
  await expect(section.getByRole('link')).toHaveCount(2)
  await checkScreen(page, 'open-vouchers')

  await section.getByRole('link', { name: 'Erke' }).press('Enter')
  const drawer = page.getByRole('dialog')
  const deadline = m.sale_payment_deadline({ moment: '' }, o).replace(/\W+$/, '')
  await expect(drawer.getByText(deadline)).toBeVisible()
  await checkScreen(page, 'sale-with-voucher', { fullPage: false })
})
