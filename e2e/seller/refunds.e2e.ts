import { withdrawFromOrder } from '#contract/withdrawals.ts'
import * as m from '#messages'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  forceClick,
  getErrorAlert,
  getToast,
  setSessionCookies,
} from '../actions/account-actions.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
  readOrderToken,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

test('a seller refunds an amount, then one of two products, and the buyer sees both', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'part')
  const guide = await addProduct(server, api, { name: 'Guía corta', price: 2000 })
  const course = await addProduct(server, api, { name: 'Curso largo', price: 18_000 })
  const buyer = createUniqueEmail('part')
  const { orderId, paymentId } = await buyProducts(server, [guide.id, course.id], buyer)
  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  await page.goto(`/dashboard/sales?sale=${orderId}`)
  const drawer = page.getByRole('dialog', { name: m.sale_title({}, o) })
  const dialog = page.getByRole('dialog').last()
  const openDialog = () => drawer.getByRole('button', { name: m.sale_refund({}, o) }).click()
  const confirm = dialog.getByRole('button', { name: m.sale_refund_go({}, o), exact: true })

  await openDialog()
  await dialog.getByLabel(m.sale_refund_what({}, o)).selectOption('amount')
  await confirm.click()
  const amount = dialog.getByLabel(m.sale_refund_amount_label({}, o), { exact: true })
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('20.000,01')
  await confirm.click()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('1000')
  await expect(page.getByRole('dialog', { name: '1.000' })).toBeVisible()
  // After a failure the dialog keeps what was typed, and asks for the same refund again.
  const keys: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/refund')) keys.push(request.headers()['idempotency-key'])
  })
  await page.route('**/refund', route =>
    route.fulfill({ status: 503, json: { code: 'ERROR_SERVICE_UNAVAILABLE', message: '' } }),
  )
  seller.allowConsoleError(/status of 503/)
  await confirm.click()
  await expect(getErrorAlert(page, m.sale_refund_failed({}, o))).toContainText(
    m.ERROR_SERVICE_UNAVAILABLE({}, o),
  )
  await expect(amount).toHaveValue('1000')
  await page.unroute('**/refund')
  await confirm.click()
  await expect(getToast(page, m.sale_refund_asked({}, o))).toBeVisible()
  await expect(drawer.getByText(m.event_partly_refunded({}, o))).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])

  await openDialog()
  await dialog.getByLabel(m.sale_refund_what({}, o)).selectOption('items')
  await dialog.getByText('Guía corta').click()
  await expect(page.getByRole('dialog', { name: '1.900' })).toBeVisible()
  await confirm.click()
  await expect(drawer.getByText(m.sale_closed_refunded({}, o))).toHaveCount(1)
  const amounts = async () => {
    const { refunds } = await server.provider.readLedger()
    return (refunds as { payment_id: number; amount: number }[])
      .filter(refund => String(refund.payment_id) === paymentId)
      .map(refund => refund.amount)
  }
  expect(await amounts()).toEqual([1000, 1900])

  const token = await readOrderToken(server, buyer)
  const { page: order } = await openBrowser('es', 390)
  await order.goto(`/order/${token}`)
  await expect(order.getByText(m.order_item_refunded({}, o))).toHaveCount(1)
  await expect(order.getByText(m.order_given_back({}, o))).toBeVisible()
  await expect(order.getByText('2.900')).toBeVisible()
  const download = (name: string) =>
    order.getByRole('link', { name: `${m.order_download({}, o)} ${name}` })
  await expect(download('Curso largo')).toHaveCount(1)
  await expect(download('Guía corta')).toHaveCount(0)
})

test('a seller declines one request after the period and grants another', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await createSeller(server, 'returns')
  const names = ['Recetas de pan', 'Zambas']
  const buyers = names.map(() => createUniqueEmail('late'))
  const orders: string[] = []
  for (const [index, name] of names.entries()) {
    const { id } = await addProduct(server, api, { name, price: 3000 })
    const { orderId } = await buyProducts(server, [id], buyers[index]!)
    orders.push(await readOrderToken(server, buyers[index]!))
    await server.ageOrder(orderId, 30)
  }
  for (const token of orders)
    expectOk(await new ApiClient(server.origin).call(withdrawFromOrder, { params: { token } }))
  const user = await openBrowser('en', 1280)
  await setSessionCookies(user, server, api)
  const { page } = user
  await page.goto('/dashboard/returns')
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(entry(names[0]!).getByText(m.returns_state_asking({}, o))).toBeVisible()

  await entry(names[0]!)
    .getByRole('button', { name: m.returns_decline({}, o) })
    .press('Enter')
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: m.returns_decline_go({}, o) })
  await forceClick(confirm)
  await expect(dialog.getByRole('alert')).toContainText(m.issue_reason_required({}, o))
  await dialog.getByLabel(m.sale_refund_reason({}, o)).fill('Lo usó un mes entero')
  await confirm.click()
  await expect(entry(names[0]!).getByText(m.returns_state_declined({}, o))).toBeVisible()
  await expect(entry(names[0]!).getByText('«Lo usó un mes entero»')).toBeVisible()

  await entry(names[1]!)
    .getByRole('button', { name: m.returns_grant({}, o) })
    .click()
  await dialog.getByRole('button', { name: m.sale_refund_go({}, o) }).click()
  await expect(entry(names[1]!).getByRole('button')).toHaveCount(0)
  // The page shows the end of the refund by itself.
  await expect(entry(names[1]!).getByText(m.returns_state_refunded({}, o))).toBeVisible()

  const { page: order } = await openBrowser('en', 1280)
  await order.goto(`/order/${orders[0]!}`)
  await expect(order.getByText('Lo usó un mes entero')).toBeVisible()
  await order.goto(`/order/${orders[1]!}`)
  await expect(order.getByText(m.withdrawal_state_refunded({}, o))).toBeVisible()
})
