import { readFile } from 'node:fs/promises'
import * as m from '#messages'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
} from '../actions/seller-actions.ts'

const o = { locale: 'en' } as const

test('a seller can filter and export sales, open and refund one, and is notified of the refund', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'desk')
  const book = await addProduct(server, api, { name: 'Libro de guisos', price: 9000 })
  const song = await addProduct(server, api, { name: 'Zamba', price: 12_000 })
  const buyer = createUniqueEmail('buyer')
  const { orderId } = await buyProducts(server, [book.id], buyer)
  await buyProducts(server, [song.id], createUniqueEmail('buyer'))
  const ana = await openBrowser('en', 360)
  await setSessionCookies(ana, server, api)
  const { page } = ana

  await page.goto('/dashboard')
  await expect(
    page.getByRole('link', { name: m.notifications_bell({ count: 2 }, o) }).first(),
  ).toBeVisible()
  await page.goto('/dashboard/sales')
  const lines = page.getByRole('region', { name: m.desk_lines({}, o) })
  const link = (name: string) => lines.getByRole('link', { name }).filter({ visible: true })
  await expect(link('Libro de guisos')).toBeVisible()
  await expect(link('Zamba')).toBeVisible()
  await page.getByRole('button', { name: m.desk_chart_table({}, o) }).click()
  await expect(
    page.getByRole('table', { name: m.desk_chart_caption({}, o) }).getByRole('row'),
  ).not.toHaveCount(0)

  await lines.getByRole('button', { name: m.desk_filters_open({}, o), exact: true }).click()
  await lines.getByRole('searchbox').fill('guisos')
  await lines.getByRole('button', { name: m.desk_filter_go({}, o), exact: true }).click()
  await expect(
    lines.getByRole('button', { name: m.desk_filters_count({ count: 1 }, o) }),
  ).toBeVisible()
  await expect(link('Zamba')).toHaveCount(0)
  await expect(link('Libro de guisos')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: m.desk_export({}, o) }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('Libro de guisos')
  expect(csv).not.toContain('Zamba')

  await link('Libro de guisos').click()
  const drawer = page.getByRole('dialog', { name: m.sale_title({}, o) })
  await expect(drawer.getByText(m.sale_downloads_none({}, o))).toBeVisible()
  await expect(drawer.getByText(m.event_delivered({}, o))).toBeVisible()
  await drawer.getByRole('button', { name: m.sale_resend({}, o) }).click()
  await expect(getToast(page, m.sale_resent({}, o))).toBeVisible()
  await server.waitForJobs()
  expect(await server.listMails(buyer)).toHaveLength(2)

  await drawer.getByRole('button', { name: m.sale_refund({}, o) }).click()
  const refundDialog = page.getByRole('dialog', { name: /9\.000/ })
  await refundDialog.getByLabel(m.sale_refund_reason({}, o)).fill('Se arrepintió')
  await refundDialog.getByRole('button', { name: m.sale_refund_go({}, o) }).click()
  await expect(getToast(page, m.sale_refund_asked({}, o))).toBeVisible()
  await expect(drawer.getByRole('button', { name: m.sale_resend({}, o) })).toHaveCount(0)
  await server.waitForJobs()
  // The drawer and the list behind it follow the refund without a reload.
  await expect(drawer.getByText(m.desk_state_refunded({}, o)).first()).toBeVisible()
  const refundRow = drawer.getByRole('definition').filter({ hasText: '−$ 9.000' })
  await expect(refundRow).toBeVisible()
  await expect(drawer.getByText(m.sale_closed_refunded({}, o))).toBeVisible()
  await expect(drawer.getByRole('button', { name: m.sale_refund({}, o) })).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('sale')).toBe(orderId)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(link('Libro de guisos')).toBeVisible()
  await expect(
    lines.getByText(m.desk_state_refunded({}, o)).filter({ visible: true }).first(),
  ).toBeVisible()

  // The sections above the list change their height while they load, so that a press could miss its button.
  await gotoAndWaitForIdle(page, '/dashboard/profile/notifications')
  const notifications = page.getByRole('region', { name: m.notifications_title({}, o) })
  await expect(
    notifications.getByRole('link', {
      name: m.notification_refund({ product: 'Libro de guisos' }, o),
    }),
  ).toBeVisible()
  await notifications.getByRole('button', { name: m.notifications_read_all({}, o) }).click()
  await expect(notifications.getByText(m.notifications_new({}, o))).toHaveCount(0)
  const setting = notifications.getByRole('switch', {
    name: m.notification_topic_sales({}, o),
    exact: true,
  })
  await expect(setting).toBeChecked()
  await setting.uncheck()
  await page.reload()
  await expect(setting).not.toBeChecked()
  await expect(
    notifications.getByRole('switch', { name: m.notification_topic_account({}, o) }),
  ).toBeDisabled()
})

test('an attempt to pay without money is in a list of its own, not among the sales', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'attempts')
  const book = await addProduct(server, api, { name: 'Libro de sopas', price: 9000 })
  await buyProducts(server, [book.id], createUniqueEmail('buyer'), 'rejected')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page } = ana

  await page.goto('/dashboard')
  const latestSales = page.getByRole('region', { name: m.dash_latest({}, o) })
  await expect(latestSales.getByText(m.desk_empty({}, o))).toBeVisible()
  await page.goto('/dashboard/sales')
  const lines = page.getByRole('region', { name: m.desk_lines({}, o) })
  await expect(lines.getByText(m.desk_empty({}, o))).toBeVisible()
  await lines.getByRole('link', { name: m.desk_list_attempts({}, o) }).click()

  const attempt = lines.getByRole('row').filter({ hasText: 'Libro de sopas' })
  await expect(attempt.getByText(m.desk_state_rejected({}, o))).toBeVisible()
  await expect(attempt.getByText('—')).toHaveCount(0)
})

test('the dashboard without a payment account shows the setup steps, and products cannot be bought', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await createSeller(server, 'unlinked', { linked: false })
  const ana = await openBrowser('en')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: m.dash_setup({}, o) })).toBeVisible()
  const { id } = await addProduct(server, api)
  await page.reload()
  await expect(
    page.getByText('Your MercadoPago account is not linked please try again to continue selling.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: m.dash_setup({}, o) })).toHaveCount(0)
  await page.goto(`/product/${id}`)
  await expect(page.getByText(m.buy_no_auth_title({}, o))).toBeVisible()
})

test('the dashboard before the first sale offers to share the kiosk, and does not speak of selling on', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'unsold')
  const { id } = await addProduct(server, api)
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const sharing = page.getByRole('region', { name: m.dash_share({}, o) })

  await page.goto('/dashboard')
  await expect(sharing.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  await expect(page.getByText(m.upload_more_title({}, o))).toHaveCount(0)

  await buyProducts(server, [id], createUniqueEmail('first'))
  await page.reload()
  await expect(page.getByText(m.upload_more_title({}, o))).toBeVisible()
  await expect(sharing).toHaveCount(0)
})
