import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, test } from '../stage.ts'
import {
  LOCALES,
  NEW_PASSWORD,
  PASSWORD,
  account,
  alert,
  chooseTwice,
  googleAccount,
  notice,
  otherDevice,
  press,
  wear,
} from './people.ts'

for (const locale of LOCALES)
  test.describe(`the password, in ${locale}`, () => {
    const o = { locale }

    test('is changed in a dialog that closes on success only', async ({ someone, town }) => {
      const { email, other } = await account(town, 'change')
      const ana = await someone(locale)
      await wear(ana, town, await otherDevice(town, email))
      const { page } = ana
      await page.goto('/dashboard/security')
      await page.getByRole('button', { name: m.security_change_password({}, o) }).click()
      const dialog = page.getByRole('dialog')
      const submit = dialog.getByRole('button', { name: m.change_password_submit({}, o) })
      const labels: [string, string] = [
        m.field_new_password({}, o),
        m.field_confirm_new_password({}, o),
      ]
      await press(submit)
      await expect(dialog.getByRole('alert')).toContainText(m.issue_password_required({}, o))

      await page.getByLabel(m.change_password_current({}, o)).fill('Kiosko-1999')
      await chooseTwice(page, labels, NEW_PASSWORD)
      await press(submit)
      await expect(alert(page, m.reset_failed({}, o))).toContainText(
        m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o),
      )
      await expect(dialog).toBeVisible()
      await expect(page.getByLabel(m.change_password_current({}, o))).toBeFocused()

      await page.getByLabel(m.change_password_current({}, o)).fill(PASSWORD)
      await press(submit)
      await expect(notice(page, m.change_password_done({}, o))).toBeVisible()
      await expect(dialog).toBeHidden()
      // The other device is out; this one stays.
      expect(await other.call(getUser, {})).toMatchObject({ status: 401 })
      await page.reload()
      await expect(page.getByRole('heading', { name: m.security_title({}, o) })).toBeVisible()
      await expect(page.getByText(m.event_password_changed({}, o)).first()).toBeVisible()
    })

    test('is set by who has none, in a dialog that closes either way', async ({
      someone,
      town,
    }) => {
      const { email, other } = await googleAccount(town, 'first')
      const ana = await someone(locale, 360)
      await wear(ana, town, other)
      const { page } = ana
      await page.goto('/dashboard/security')
      await expect(page.getByText(m.security_google_needs_password({}, o))).toBeVisible()
      await expect(page.getByRole('button', { name: m.security_unlink({}, o) })).toBeHidden()
      const open = page.getByRole('button', { name: m.security_set_password({}, o) })
      const dialog = page.getByRole('dialog')
      const labels: [string, string] = [m.field_password({}, o), m.field_confirm_password({}, o)]

      await page.route('**/api/auth/password/set', route =>
        route.fulfill({ status: 503, json: { code: 'ERROR_SERVICE_UNAVAILABLE', message: '' } }),
      )
      ana.forgive(/status of 503/)
      await open.click()
      await chooseTwice(page, labels, NEW_PASSWORD)
      await press(dialog.getByRole('button', { name: m.set_submit({}, o) }))
      await expect(alert(page, m.set_failed({}, o))).toBeVisible()
      await expect(dialog).toBeHidden()

      await page.unroute('**/api/auth/password/set')
      await open.click()
      await chooseTwice(page, labels, NEW_PASSWORD)
      await press(dialog.getByRole('button', { name: m.set_submit({}, o) }))
      await expect(notice(page, m.set_password_done({}, o))).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: m.security_unlink({}, o) })).toBeVisible()
      await expect(
        page.getByRole('button', { name: m.security_change_password({}, o) }),
      ).toBeVisible()
      await otherDevice(town, email, NEW_PASSWORD)
    })
  })
