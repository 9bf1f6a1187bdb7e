import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const WIDTHS = [
  ['a phone', 360],
  ['a desktop', 1280],
] as const

for (const locale of LOCALES)
  for (const [device, width] of WIDTHS)
    test(`a seller sees what vouchers may bring, and opens one by keyboard, in ${locale} on ${device}`, async ({
      openBrowser,
      server,
    }) => {
      const o = { locale }
      const { api } = await createSeller(server, `vouchers-${locale}-${width}`)
      for (const name of ['Bombo legüero', 'Erke']) {
        const product = await publishProduct(api, { name })
        const buyer = await openBrowser(locale, width)
        await openPaymentPage(buyer, locale, `/product/${product.id}`, createUniqueEmail('cash'))
        await choosePaymentOutcome(buyer, 'pending_cash')
        await buyer.page.waitForURL(/\/payment\/pending/)
        await expect(buyer.page.getByText(m.mute_is_off({}, o))).toBeVisible()
      }

      const seller = await openBrowser(locale, width)
      await setSessionCookies(seller, server, api)
      const { page } = seller
      await page.goto('/dashboard/sales')
      const section = page.getByRole('region', { name: m.vouchers_title({}, o) })
      await expect(section.getByText(/17\.800/)).toBeVisible()
      await expect(section.getByRole('link')).toHaveCount(2)
      await checkScreen(page, `open-vouchers-${locale}-${width}`)

      await section.getByRole('link', { name: 'Erke' }).press('Enter')
      const drawer = page.getByRole('dialog')
      const deadline = m.sale_payment_deadline({ moment: '' }, o).replace(/\W+$/, '')
      await expect(drawer.getByText(deadline)).toBeVisible()
      await checkScreen(page, `sale-with-voucher-${locale}-${width}`, { fullPage: false })
    })
