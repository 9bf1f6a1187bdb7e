import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { expect, test } from '../stage.ts'
import {
  LOCALES,
  PASSWORD,
  account,
  alert,
  alive,
  googleAccount,
  notice,
  press,
  typeLogin,
  wear,
} from './people.ts'

for (const locale of LOCALES)
  test.describe(`closing an account for good, in ${locale}`, () => {
    const o = { locale }

    test('asks for the password, says what stays, and leaves nobody signed in', async ({
      someone,
      town,
    }) => {
      const { email, other } = await account(town, 'close')
      const { id } = await publishProduct(other)
      const ana = await someone(locale)
      await wear(ana, town, other)
      const { page } = ana
      await page.goto('/dashboard/security')
      await page.getByRole('button', { name: m.close_account({}, o) }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(m.close_account_stays_files({}, o))
      const submit = dialog.getByRole('button', { name: m.close_account_submit({}, o) })
      const password = dialog.getByLabel(m.close_account_password({}, o), { exact: true })
      await password.fill('Kiosko-1999')
      await press(submit)
      await expect(alert(page, m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o))).toBeVisible()
      await expect(password).toBeFocused()

      await password.fill(PASSWORD)
      await press(submit)
      await page.waitForURL(`${town.origin}/`)
      await expect(notice(page, m.close_account_done({}, o))).toBeVisible()
      await page.goto('/dashboard/security')
      await page.waitForURL('**/login?returnTo=*')
      await alive(page)
      await typeLogin(ana, locale, email, PASSWORD)
      await expect(alert(page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
      expect((await page.request.get(`/product/${id}`)).status()).toBe(404)
    })

    test('is asked for by a tick where there is no password', async ({ someone, town }) => {
      const { other } = await googleAccount(town, 'close')
      const ana = await someone(locale, 360)
      await wear(ana, town, other)
      const { page } = ana
      await page.goto('/dashboard/security')
      await page.getByRole('button', { name: m.close_account({}, o) }).click()
      const submit = page
        .getByRole('dialog')
        .getByRole('button', { name: m.close_account_submit({}, o) })
      await press(submit)
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText(m.issue_sure({}, o))
      await page.getByRole('checkbox', { name: m.close_account_sure({}, o) }).check()
      await press(submit)
      await page.waitForURL(`${town.origin}/`)
      await page.goto('/dashboard')
      await page.waitForURL('**/login?returnTo=*')
    })
  })
