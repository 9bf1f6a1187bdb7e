import { closeSaleAccess } from '#contract/sales/access.ts'
import { getSale } from '#contract/sales/order.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { forceClick, getToast, setSessionCookies } from '../actions/account-actions.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

test('a seller closes the downloads of an order and opens them again, and the buyer is told and gets the money back', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const name = 'closed-downloads'
  const reason = 'Estoy corrigiendo un error en la página 12'
  const { api } = await createSeller(server, name)
  const guide = await addProduct(server, api, { name: 'Guía de riego' })
  const email = createUniqueEmail(name)
  const { orderId } = await buyProducts(server, [guide.id], email)
  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  await seller.page.goto(`/dashboard/sales?sale=${orderId}`)
  const drawer = seller.page.getByRole('dialog', { name: m.sale_title({}, o) })
  const dialog = seller.page.getByRole('dialog').last()
  const openButton = drawer.getByRole('button', { name: m.access_open({}, o) })

  const close = async () => {
    await drawer.getByRole('button', { name: m.sale_more({}, o) }).click()
    await drawer.getByRole('button', { name: m.access_close({}, o) }).click()
    await dialog.getByLabel(m.access_reason({}, o)).fill(reason)
    await dialog.getByRole('button', { name: m.access_close({}, o) }).click()
    await expect(getToast(seller.page, m.access_closed_done({}, o))).toBeVisible()
  }
  await drawer.getByRole('button', { name: m.sale_more({}, o) }).click()
  await drawer.getByRole('button', { name: m.access_close({}, o) }).click()
  await forceClick(dialog.getByRole('button', { name: m.access_close({}, o) }))
  await expect(dialog.getByRole('alert')).toContainText(m.issue_reason_required({}, o))
  await checkScreen(seller.page, `${name}-dialog`, { fullPage: false })
  await dialog.getByRole('button', { name: m.cancel({}, o) }).click()
  // The item that opened the dialog is hidden, so the focus returns to the button of its menu.
  await expect(drawer.getByRole('button', { name: m.sale_more({}, o) })).toBeFocused()
  await close()
  await expect(drawer.getByText(reason).first()).toBeVisible()
  await checkScreen(seller.page, `${name}-drawer`, { fullPage: false })

  const readLink = async () => {
    const mails = await server.listMails(email)
    const closing = mails.find(({ text }) => text.includes(reason))
    return closing && /http\S+\/order\/\S+#withdrawal/.exec(closing.text)?.[0]
  }
  await expect.poll(readLink).toBeDefined()
  const buyer = await openBrowser('es', 390)
  const { page } = buyer
  const download = page.locator('a[href*="/public/download/"]')
  const readReviews = page.waitForResponse(/\/reviews$/)
  await page.goto((await readLink())!)
  await readReviews
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    m.order_access_closed_title({}, o),
  )
  await expect(page.getByText(m.order_access_reason({ reason }, o))).toBeVisible()
  await expect(download).toHaveCount(0)
  await expect(page.getByText(m.withdrawal_order_closed({}, o))).toBeVisible()
  const reviewHint = page.getByText(m.review_order_not_downloaded({}, o))
  await expect(reviewHint).toHaveCount(0)
  await checkScreen(page, `${name}-order`)

  await drawer.getByRole('button', { name: m.sale_more({}, o) }).click()
  await openButton.click()
  await expect(getToast(seller.page, m.access_opened_done({}, o))).toBeVisible()
  await page.reload()
  await expect(download).toBeVisible()
  await expect(reviewHint).toBeVisible()

  await close()
  await page.reload()
  await page.getByRole('button', { name: m.withdrawal_order_confirm({}, o) }).click()
  await expect(page.getByText(m.withdrawal_state_refunded({}, o))).toBeVisible({
    timeout: 20_000,
  })
})

test('an admin sees that a seller has closed the downloads of an order, and opens them', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const name = 'closed-admin'
  const { api } = await createSeller(server, name)
  const guide = await addProduct(server, api, { name: 'Guía de riego' })
  const { orderId } = await buyProducts(server, [guide.id], createUniqueEmail(name))
  const params = { orderId }
  const reason = 'Estoy corrigiendo un error'
  expectOk(await api.call(closeSaleAccess, { params, body: { reason } }))
  const { number } = expectOk(await api.call(getSale, { params }))
  const adminAccount = await createSeller(server, 'closed-admin', { linked: false })
  await server.grantAdmin(adminAccount.email)
  const admin = await openBrowser('en', 1280)
  await setSessionCookies(admin, server, adminAccount.api)
  const { page } = admin

  await page.goto('/dashboard/admin?tab=invariants')
  await expect(page.getByText(number)).toBeVisible()
  await checkScreen(page, `${name}-invariants`)
  await page.goto('/dashboard/admin?tab=reviews')
  await page.getByRole('searchbox').fill(number)
  await page.keyboard.press('Enter')
  await expect(page.getByText(reason)).toBeVisible()
  await checkScreen(page, `${name}-order`)
  await page.getByText(m.admin_more({}, o), { exact: true }).click()
  await page.getByRole('button', { name: m.access_open({}, o) }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox').fill('No hay motivo')
  await dialog.getByRole('button', { name: m.access_open({}, o) }).click()

  await expect(page.getByText(reason)).toHaveCount(0)
  const sale = expectOk(await api.call(getSale, { params }))
  expect(sale).toMatchObject({ accessClosing: null, canCloseAccess: false })
})
