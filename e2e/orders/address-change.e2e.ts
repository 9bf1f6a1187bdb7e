import * as m from '#messages'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

test('a buyer corrects a mistyped email on the page after the payment, by keyboard', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'address')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const mistyped = createUniqueEmail('mistyped')
  const right = createUniqueEmail('right')
  const buyer = await openBrowser('es', 360)
  const { page } = buyer
  await openPaymentPage(buyer, 'es', `/product/${product.id}`, mistyped)
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)
  await expect(page.getByRole('link', { name: m.order_download({}, o) }).first()).toBeVisible()

  await page.getByText(m.order_help({}, o)).press('Enter')
  await page.getByText(m.address_ask({}, o)).press('Enter')
  await page.getByLabel(m.address_new({}, o)).fill('nothing')
  await page.keyboard.press('Tab')
  await checkScreen(page, 'order-change-address')
  await page.getByLabel(m.address_new({}, o)).fill(right)
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.address_sent({ email: right }, o))).toBeVisible()

  const inbox = await openBrowser('es')
  await inbox.page.goto(await server.waitForMailedLink(right, 'order-email'))
  await inbox.page.getByRole('button', { name: m.address_confirm_submit({}, o) }).press('Enter')
  await expect(
    inbox.page.getByRole('heading', { name: m.address_changed_title({}, o) }),
  ).toBeFocused()
  await checkScreen(inbox.page, 'order-address-changed')
  await inbox.page.getByRole('link', { name: m.address_changed_action({}, o) }).click()
  const download = inbox.page.waitForEvent('download')
  await inbox.page
    .getByRole('link', { name: m.order_download({}, o) })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  // The link that the mistyped address has got is dead.
  const stranger = await openBrowser('es')
  await stranger.page.goto(await server.waitForMailedLink(mistyped, 'order'))
  await expect(
    stranger.page.getByRole('heading', { name: m.order_link_replaced_title({}, o) }),
  ).toBeVisible()
  await stranger.page.getByText(m.address_ask({}, o)).click()
  await stranger.page.getByLabel(m.address_new({}, o)).fill(mistyped)
  await stranger.page.getByRole('button', { name: m.address_submit({}, o) }).click()
  await expect(stranger.page.getByText(m.address_failed({}, o))).toBeVisible()
})

test('a seller and an admin ask for another email of an order', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'desk')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const { orderId } = await buyProducts(server, [product.id], createUniqueEmail('wrong'))
  const [bySeller, byAdmin] = [createUniqueEmail('seller-asked'), createUniqueEmail('admin-asked')]

  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  await seller.page.goto(`/dashboard/sales?sale=${orderId}`)
  await seller.page.getByRole('button', { name: m.sale_more({}, o) }).click()
  await seller.page.getByRole('button', { name: m.address_change({}, o) }).click()
  await seller.page.getByLabel(m.address_new({}, o)).fill(bySeller)
  await checkScreen(seller.page, 'sale-change-address')
  await seller.page.keyboard.press('Enter')
  await expect(seller.page.getByText(m.address_sent({ email: bySeller }, o))).toBeVisible()
  const number = await seller.page
    .getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)
    .first()
    .textContent()

  const admin = await openBrowser('es')
  const operator = await createSeller(server, 'operator', { linked: false })
  await server.grantAdmin(operator.email)
  await setSessionCookies(admin, server, operator.api)
  await admin.page.goto('/dashboard/admin')
  const search = admin.page.getByRole('searchbox', {
    name: m.admin_search_orders({}, o),
  })
  await search.fill(/[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(number!)![0].toLowerCase().replace('-', ' '))
  await search.press('Enter')
  await admin.page.getByText(m.admin_more({}, o), { exact: true }).click()
  await admin.page.getByRole('button', { name: m.address_change({}, o) }).click()
  await admin.page.getByLabel(m.address_new({}, o)).fill(byAdmin)
  await admin.page.getByLabel(m.admin_reason_logged({}, o)).fill('Mandó el comprobante')
  await checkScreen(admin.page, 'admin-change-address')
  await admin.page.getByRole('button', { name: m.address_submit({}, o) }).click()
  await expect(getToast(admin.page, m.admin_done({}, o))).toBeVisible()
  await server.waitForMailedLink(byAdmin, 'order-email')
  await admin.page.getByRole('button', { name: m.sale_resend({}, o) }).click()
  await expect(getToast(admin.page, m.admin_done({}, o)).first()).toBeVisible()
})
