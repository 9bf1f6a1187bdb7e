import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, test } from '../fixtures.ts'
import {
  createAccount,
  getErrorAlert,
  getToast,
  signInOnNewDevice,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const

test('the security page lists the other sessions and closes them', async ({
  openBrowser,
  server,
}) => {
  const { email, apiClient } = await createAccount(server, 'devices')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
  const { page } = ana
  await page.goto('/dashboard/security')
  const devices = page.getByRole('region', { name: m.devices_title({}, o) })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText(m.devices_this({}, o))).toHaveCount(1)

  const close = devices.getByRole('button', { name: m.devices_close({}, o) })
  const confirm = page.getByRole('dialog').getByRole('button', { name: m.devices_close({}, o) })
  await page.route(
    '**/api/user/sessions/others',
    route => route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
    { times: 1 },
  )
  await close.click()
  await confirm.click()
  await expect(getErrorAlert(page, m.devices_close_failed({}, o))).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(2)

  await close.click()
  await confirm.click()
  await expect(getToast(page, m.devices_closed({}, o))).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText(m.devices_only({}, o))).toBeVisible()
  expect(await apiClient.call(getUser, {})).toMatchObject({ status: 401 })
  const activity = page.getByRole('region', { name: m.activity_title({}, o) })
  await expect(activity.getByText(m.event_other_sessions_closed({}, o))).toBeVisible()
})
