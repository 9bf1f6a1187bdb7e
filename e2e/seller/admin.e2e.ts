import { login } from '#contract/accounts/sessions.ts'
import { getPublicProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { PASSWORD, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { LOCALES, notice, press, wear } from '../accounts/people.ts'
import { expect, test } from '../stage.ts'
import { creator } from './people.ts'

for (const locale of LOCALES)
  test(`a report leads to a product taken down and a seller suspended, and back, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const o = { locale }
    const bad = await creator(town, 'reported')
    const name = `Copia pirata ${locale}`
    const { id } = await publishProduct(bad.api, { name })
    const keeper = await creator(town, 'keeper', { linked: false })
    await town.grantAdmin(keeper.email)

    const visitor = await someone(locale)
    await visitor.page.goto(`/product/${id}`)
    await visitor.page.getByRole('button', { name: m.report_open({}, o) }).click()
    const form = visitor.page.getByRole('dialog')
    await press(form.getByRole('button', { name: m.report_send({}, o) }))
    await expect(form.getByRole('alert').first()).toBeVisible()
    await form.getByLabel(m.report_reason({}, o)).selectOption('copyright')
    await form.getByLabel(m.report_detail({}, o)).fill('Es mi libro, página por página.')
    await form.getByRole('button', { name: m.report_send({}, o) }).click()
    await expect(notice(visitor.page, m.report_done({}, o))).toBeVisible()

    const admin = await someone(locale, locale === 'en' ? 360 : 1280)
    await wear(admin, town, keeper.api)
    const { page } = admin
    await page.goto('/dashboard/admin?tab=reports')
    const report = page.getByRole('listitem').filter({ hasText: name })
    await expect(report.getByText('Es mi libro, página por página.')).toBeVisible()
    await report.getByRole('button', { name: m.admin_take_down({}, o) }).click()
    const ask = page.getByRole('dialog')
    await ask.getByRole('button', { name: m.admin_take_down({}, o) }).click()
    await expect(ask.getByText(m.issue_reason_required({}, o))).toBeVisible()
    await ask.getByLabel(m.admin_reason_told({}, o)).fill('No es tuyo')
    await ask.getByRole('button', { name: m.admin_take_down({}, o) }).click()
    await expect(notice(page, m.admin_done({}, o))).toBeVisible()
    const gone = await new ApiClient(town.origin).call(getPublicProduct, { params: { id } })
    expect(gone).toMatchObject({ status: 404 })

    await page.getByRole('tab', { name: m.admin_users({}, o) }).click()
    await page.getByRole('searchbox').fill(bad.email)
    await page.getByRole('button', { name: m.desk_search({}, o) }).click()
    await page.getByRole('listitem').filter({ hasText: bad.email }).getByRole('button').click()
    const drawer = page.getByRole('dialog', { name: m.admin_user({}, o) })
    await drawer.getByRole('button', { name: m.admin_suspend({}, o) }).click()
    const suspend = page.getByRole('dialog', { name: /\?$/ })
    await suspend.getByLabel(m.admin_reason_told({}, o)).fill('Vendía lo ajeno')
    await suspend.getByRole('button', { name: m.admin_suspend({}, o) }).click()
    await expect(drawer.getByText('Vendía lo ajeno').first()).toBeVisible()
    const refused = await new ApiClient(town.origin).call(login, {
      body: { email: bad.email, password: PASSWORD },
    })
    expect(refused).toMatchObject({ status: 403, code: 'ERROR_USER_SUSPENDED' })

    await drawer.getByRole('button', { name: m.admin_unsuspend({}, o) }).click()
    await page
      .getByRole('dialog', { name: /\?$/ })
      .getByRole('button', { name: m.admin_unsuspend({}, o) })
      .click()
    await expect(drawer.getByRole('button', { name: m.admin_suspend({}, o) })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: m.admin_audit({}, o) }).click()
    await expect(page.getByText(m.audit_suspend_user({}, o)).first()).toBeVisible()
    await expect(page.getByText('«No es tuyo»').first()).toBeVisible()
  })

test('nobody but an admin comes into the admin’s area', async ({ someone, town }) => {
  const { api } = await creator(town, 'curious', { linked: false })
  const ana = await someone('es')
  await wear(ana, town, api)
  for (const address of ['/dashboard/admin', '/admin/dashboard']) {
    await ana.page.goto(address)
    await ana.page.waitForURL(`${town.origin}/`)
  }
  const stranger = await someone('es')
  await stranger.page.goto('/admin/dashboard')
  await expect(stranger.page).toHaveURL(/\/(login.*)?$/)
})
