import { getOrderInReview, recheckOrder } from '#contract/admin/orders.ts'
import { login } from '#contract/accounts/sessions.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { getToast, forceClick, setSessionCookies } from '../actions/account-actions.ts'
import { findBrokenWords } from '../page/broken-words.ts'
import { expect, test } from '../fixtures.ts'
import { addProduct, buyProducts, createSeller } from '../actions/seller-actions.ts'

test('an admin takes down a reported product and suspends and reinstates its seller', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const reportedSeller = await createSeller(server, 'reported')
  const name = 'Copia pirata'
  const { id } = await addProduct(server, reportedSeller.api, { name })
  const adminAccount = await createSeller(server, 'admin', { linked: false })
  await server.grantAdmin(adminAccount.email)

  const visitor = await openBrowser('en')
  await visitor.page.goto(`/product/${id}`)
  await visitor.page.getByRole('button', { name: m.report_open({}, o) }).click()
  const form = visitor.page.getByRole('dialog')
  await forceClick(form.getByRole('button', { name: m.report_send({}, o) }))
  await expect(form.getByRole('alert').first()).toBeVisible()
  await form.getByLabel(m.report_reason({}, o)).selectOption('copyright')
  await form.getByLabel(m.report_detail({}, o)).fill('Es mi libro, página por página.')
  await form.getByRole('button', { name: m.report_send({}, o) }).click()
  await expect(getToast(visitor.page, m.report_done({}, o))).toBeVisible()

  const admin = await openBrowser('en', 390)
  await setSessionCookies(admin, server, adminAccount.api)
  const { page } = admin
  await page.goto('/dashboard/admin?tab=reports')
  const report = page.getByRole('listitem').filter({ hasText: name })
  await expect(report.getByText('Es mi libro, página por página.')).toBeVisible()
  await report.getByRole('button', { name: m.admin_take_down({}, o) }).click()
  const takeDownDialog = page.getByRole('dialog')
  await forceClick(takeDownDialog.getByRole('button', { name: m.admin_take_down({}, o) }))
  await expect(takeDownDialog.getByRole('alert')).toContainText(m.issue_reason_required({}, o))
  await takeDownDialog.getByLabel(m.admin_reason_told({}, o)).fill('No es tuyo')
  await takeDownDialog.getByRole('button', { name: m.admin_take_down({}, o) }).click()
  await expect(getToast(page, m.admin_done({}, o))).toBeVisible()
  const productResponse = await new ApiClient(server.origin).call(getPublicProduct, {
    params: { id },
  })
  expect(productResponse).toMatchObject({ status: 404 })

  await page.getByRole('link', { name: m.admin_group_people({}, o) }).click()
  await expect(page.getByRole('tab', { name: m.admin_users({}, o) })).toBeVisible()
  await page.getByRole('searchbox').fill(reportedSeller.email)
  await page.getByRole('button', { name: m.desk_search({}, o) }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: reportedSeller.email })
    .getByRole('button')
    .click()
  const drawer = page.getByRole('dialog', { name: m.admin_user({}, o) })
  await drawer.getByRole('button', { name: m.admin_suspend({}, o) }).click()
  const suspendDialog = page.getByRole('dialog', { name: /\?$/ })
  await suspendDialog.getByLabel(m.admin_reason_told({}, o)).fill('Vendía lo ajeno')
  await suspendDialog.getByRole('button', { name: m.admin_suspend({}, o) }).click()
  await expect(drawer.getByText('Vendía lo ajeno').first()).toBeVisible()
  const loginResponse = await new ApiClient(server.origin).call(login, {
    body: { email: reportedSeller.email, password: PASSWORD },
  })
  expect(loginResponse).toMatchObject({ status: 403, code: 'ERROR_USER_SUSPENDED' })

  await drawer.getByRole('button', { name: m.admin_unsuspend({}, o) }).click()
  await page
    .getByRole('dialog', { name: /\?$/ })
    .getByRole('button', { name: m.admin_unsuspend({}, o) })
    .click()
  await expect(drawer.getByRole('button', { name: m.admin_suspend({}, o) })).toBeVisible()

  // A decimal mark is refused, since leaving it out would multiply the quota; a mark between thousands is not.
  const quota = drawer.getByLabel(m.admin_quota({}, o))
  await quota.fill('1,5')
  await drawer.getByRole('button', { name: m.save({}, o), exact: true }).click()
  await expect(drawer.getByText(m.admin_quota_wrong({}, o))).toBeVisible()
  await quota.fill('2.048')
  await drawer.getByRole('button', { name: m.save({}, o), exact: true }).click()
  await expect(drawer.getByText(/of 2\sGB/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: m.admin_group_system({}, o) }).click()
  await page.getByRole('tab', { name: m.admin_audit({}, o) }).click()
  await expect(page.getByText(m.audit_suspend_user({}, o)).first()).toBeVisible()
  await expect(page.getByText('«No es tuyo»').first()).toBeVisible()
})

test('the admin area redirects everyone but admins', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'curious', { linked: false })
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  for (const address of ['/dashboard/admin', '/admin/dashboard']) {
    await ana.page.goto(address)
    await ana.page.waitForURL(`${server.origin}/`)
  }
  const stranger = await openBrowser('es')
  await stranger.page.goto('/admin/dashboard')
  await expect(stranger.page).toHaveURL(/\/(login.*)?$/)
})

test('the reviews and the audit log break no words on phones', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'reviewed')
  const { id } = await addProduct(server, api, { name: 'Recetas' })
  const { orderId, paymentId } = await buyProducts(server, [id], 'comprador.detenido@mail.test')
  await server.provider.sendWebhook({ topic: 'stop_delivery_op_wh', paymentId })
  await server.waitForJobs()
  const adminAccount = await createSeller(server, 'admin-phone', { linked: false })
  await server.grantAdmin(adminAccount.email)
  expectOk(await adminAccount.api.call(recheckOrder, { params: { orderId } }))
  const { number } = expectOk(
    await adminAccount.api.call(getOrderInReview, { params: { orderId } }),
  )
  const admin = await openBrowser('es', 390)
  await setSessionCookies(admin, server, adminAccount.api)
  const { page } = admin
  for (const [tab, name] of [
    ['reviews', number],
    ['audit', orderId],
  ] as const) {
    await page.goto(`/dashboard/admin?tab=${tab}`)
    await expect(page.getByText(name).first()).toBeVisible()

    expect(await findBrokenWords(page.getByRole('main')), tab).toEqual([])
  }
})

test('an admin recovers one lost order, and refunds and dismisses others', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'lost')
  const name = 'Recetas perdidas'
  const { id } = await addProduct(server, api, { name })
  const lost: string[] = []
  const buyer = 'perdido@mail.test'
  for (let order = 0; order < 3; order += 1) {
    const { orderId, paymentId } = await buyProducts(server, [id], buyer)
    await server.loseOrder(orderId)
    await server.provider.sendWebhook({ paymentId })
    lost.push(paymentId)
  }
  await server.waitForJobs()
  const adminAccount = await createSeller(server, 'admin-lost', { linked: false })
  await server.grantAdmin(adminAccount.email)
  const admin = await openBrowser('es', 1280)
  await setSessionCookies(admin, server, adminAccount.api)
  const { page } = admin
  await page.goto('/dashboard/admin?tab=unmatched')
  const findPayment = (payment: string) => page.getByRole('listitem').filter({ hasText: payment })

  await findPayment(lost[0]!)
    .getByRole('button', { name: m.admin_unmatched_examine({}, o) })
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(name)).toBeVisible()
  await drawer.getByRole('button', { name: m.admin_rebuild({}, o) }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: m.admin_rebuild({}, o), exact: true }).click()
  await expect(getToast(page, m.admin_done({}, o))).toBeVisible()
  await expect(findPayment(lost[0]!)).toHaveCount(0)
  await server.waitForJobs()
  expect(await server.countGrants(buyer)).toBe(1)

  await findPayment(lost[1]!)
    .getByRole('button', { name: m.sale_refund_go({}, o) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.sale_refund_go({}, o) })
    .click()
  await expect
    .poll(async () => {
      const { payments } = await server.provider.readLedger()
      return payments.find(payment => String(payment.id) === lost[1])?.status
    })
    .toBe('refunded')
  await server.waitForJobs()

  await page.reload()
  await expect(findPayment(lost[1]!)).toHaveCount(0)
  await findPayment(lost[2]!)
    .getByRole('button', { name: m.admin_dismiss({}, o) })
    .click()
  await page.getByLabel(m.admin_reason_told({}, o)).fill('Es de otra prueba')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.admin_dismiss({}, o) })
    .click()
  await expect(findPayment(lost[2]!)).toHaveCount(0)
  await page.goto('/dashboard/admin?tab=audit')
  for (const text of [m.audit_rebuild_order, m.audit_refund_payment, m.audit_dismiss_payment])
    await expect(page.getByText(text({}, o)).first()).toBeVisible()
  expect(await findBrokenWords(page.getByRole('main'))).toEqual([])
})
