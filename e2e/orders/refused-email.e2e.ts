import { listSales } from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

test('a refused delivery email is shown to the seller and the buyer, who corrects the address', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'refused-email')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const right = createUniqueEmail('right')
  const buyer = await openBrowser('es', 360)
  const { page } = buyer
  await server.setMailFault('unknown')
  try {
    await openPaymentPage(buyer, 'es', `/product/${product.id}`, createUniqueEmail('wrong'))
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL(/\/payment\/success/)
    await expect(page.getByRole('link', { name: m.order_download({}, o) }).first()).toBeVisible()
    const [line] = expectOk(await api.call(listSales, { query: {} })).sales
    const { orderId } = line!
    const isRefused = async () =>
      expectOk(await api.call(getSale, { params: { orderId } })).mailRefusal !== null
    await expect.poll(isRefused).toBe(true)

    const seller = await openBrowser('es')
    await setSessionCookies(seller, server, api)
    await seller.page.goto(`/dashboard/sales?sale=${orderId}`)
    const drawer = seller.page.getByRole('dialog')
    await expect(drawer.getByText(m.sale_mail_refused({}, o))).toBeVisible()
    await expect(drawer.getByText(m.event_mail_refused({}, o))).toBeVisible()
    await checkScreen(seller.page, 'sale-mail-refused', { fullPage: false })

    await page.reload()
    await expect(page.getByText(m.order_mail_refused_files({}, o))).toBeVisible()
    await expect(page.getByText(m.order_approved({}, o))).toHaveCount(0)
    await checkScreen(page, 'order-mail-refused')
  } finally {
    await server.setMailFault('none')
  }

  await page.getByText(m.address_ask({}, o)).press('Enter')
  await page.getByLabel(m.address_new({}, o)).fill(right)
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.address_sent({ email: right }, o))).toBeVisible()
  const inbox = await openBrowser('es')
  await inbox.page.goto(await server.waitForMailedLink(right, 'order-email'))
  await inbox.page.getByRole('button', { name: m.address_confirm_submit({}, o) }).press('Enter')
  await inbox.page.getByRole('link', { name: m.address_changed_action({}, o) }).click()
  await expect(
    inbox.page.getByRole('link', { name: m.order_download({}, o) }).first(),
  ).toBeVisible()
  await expect(inbox.page.getByText(m.order_mail_refused_files({}, o))).toHaveCount(0)
})
