import * as m from '#messages'
import { setSessionCookies } from '../actions/account-actions.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { plantFiveFaults, recordCleanCheck, removeFaults } from '../actions/system-faults.ts'
import { expect, separateServerTest as test } from '../fixtures.ts'

const o = { locale: 'es' } as const

test('an admin sees what needs a person, and where to act', async ({ openBrowser, server }) => {
  const account = await createSeller(server, 'operator', { linked: false })
  await server.grantAdmin(account.email)
  await removeFaults(server.databaseUrl)
  await recordCleanCheck(server.databaseUrl)
  const admin = await openBrowser('es', 390)
  await setSessionCookies(admin, server, account.api)
  const { page } = admin

  await page.goto('/dashboard/status')
  await expect(page.getByText(m.status_all_ok({}, o), { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: m.status_group_needs({}, o) })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'MercadoPago' }).first()).toBeVisible()

  await plantFiveFaults(server.databaseUrl)
  const refresh = page.getByRole('button', { name: m.status_refresh({}, o) })
  await refresh.click()
  await expect(page.getByText(m.status_needs({ count: 5 }, o))).toBeVisible()
  const needs = page.getByRole('region', { name: m.status_group_needs({}, o) })
  await expect(needs.getByText(m.status_state_critical({}, o))).toHaveCount(3)
  await expect(needs.getByText(/did not answer in time/).first()).toBeVisible()

  // A status that cannot be refreshed stays, but is no longer called current.
  await page.route('**/api/admin/status', route => route.abort())
  admin.allowConsoleError(/ERR_FAILED/)
  await refresh.click()
  await expect(page.getByText(m.status_outdated({}, o))).toBeVisible()
  await expect(page.getByText(m.status_needs({ count: 5 }, o))).toHaveCount(0)
  await expect(needs).toBeVisible()
  await page.unroute('**/api/admin/status')
  await refresh.click()
  await expect(page.getByText(m.status_needs({ count: 5 }, o))).toBeVisible()

  await needs
    .getByRole('link', { name: m.status_open({ screen: m.admin_jobs({}, o) }, o) })
    .first()
    .click()
  await expect(page.getByText('Error: no disk')).toBeVisible()
  await removeFaults(server.databaseUrl)
})
