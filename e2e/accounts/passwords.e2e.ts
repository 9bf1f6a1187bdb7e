import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, test } from '../fixtures.ts'
import {
  NEW_PASSWORD,
  PASSWORD,
  createAccount,
  fillPasswordTwice,
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
})
