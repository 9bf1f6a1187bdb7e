import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, test } from '../fixtures.ts'
import {
  NEW_PASSWORD,
  PASSWORD,
  createAccount,
  getErrorAlert,
  fillPasswordTwice,
  createGoogleAccount,
  getToast,
  signInOnNewDevice,
  forceClick,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const

test.describe('passwords', () => {
  test('the dialog that changes the password closes only after success', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createAccount(server, 'change')
    const ana = await openBrowser('es')
    await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
    const { page } = ana
    await page.goto('/dashboard/security')
    await page.getByRole('button', { name: m.security_change_password({}, o) }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: m.change_password_submit({}, o) })
    const labels: [string, string] = [
      m.field_new_password({}, o),
      m.field_confirm_new_password({}, o),
    ]
    await forceClick(submit)
    await expect(dialog.getByRole('alert')).toContainText(m.issue_password_required({}, o))

    await page.getByLabel(m.change_password_current({}, o)).fill('Kiosko-1999')
    await fillPasswordTwice(page, labels, NEW_PASSWORD)
    await forceClick(submit)
    const current = page.getByLabel(m.change_password_current({}, o))
    await expect(current).toHaveAccessibleDescription(
      m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o),
    )
    await expect(current).toBeFocused()
    await expect(dialog).toBeVisible()

    await page.getByLabel(m.change_password_current({}, o)).fill(PASSWORD)
    await forceClick(submit)
    await expect(getToast(page, m.change_password_done({}, o))).toBeVisible()
    await expect(dialog).toBeHidden()
    // Changing the password has ended the sessions of all other devices.
    expect(await apiClient.call(getUser, {})).toMatchObject({ status: 401 })
    await page.reload()
    await expect(page.getByRole('heading', { name: m.security_title({}, o) })).toBeVisible()
    await expect(page.getByText(m.event_password_changed({}, o)).first()).toBeVisible()
  })

  test('the dialog that sets a first password closes after success and after failure', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createGoogleAccount(server, 'first')
    const ana = await openBrowser('es', 360)
    await setSessionCookies(ana, server, apiClient)
    const { page } = ana
    await page.goto('/dashboard/security')
    await expect(page.getByText(m.security_google_needs_password({}, o))).toBeVisible()
    await expect(page.getByRole('button', { name: m.security_unlink({}, o) })).toBeHidden()
    const openButton = page.getByRole('button', { name: m.security_set_password({}, o) })
    const dialog = page.getByRole('dialog')
    const labels: [string, string] = [m.field_password({}, o), m.field_confirm_password({}, o)]

    await page.route('**/api/auth/password/set', route =>
      route.fulfill({ status: 503, json: { code: 'ERROR_SERVICE_UNAVAILABLE', message: '' } }),
    )
    ana.allowConsoleError(/status of 503/)
    await openButton.click()
    await fillPasswordTwice(page, labels, NEW_PASSWORD)
    await forceClick(dialog.getByRole('button', { name: m.set_submit({}, o) }))
    await expect(getErrorAlert(page, m.set_failed({}, o))).toBeVisible()
    await expect(dialog).toBeHidden()

    await page.unroute('**/api/auth/password/set')
    await openButton.click()
    await fillPasswordTwice(page, labels, NEW_PASSWORD)
    await forceClick(dialog.getByRole('button', { name: m.set_submit({}, o) }))
    await expect(getToast(page, m.set_password_done({}, o))).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: m.security_unlink({}, o) })).toBeVisible()
    await expect(
      page.getByRole('button', { name: m.security_change_password({}, o) }),
    ).toBeVisible()
    await signInOnNewDevice(server, email, NEW_PASSWORD)
  })
})
