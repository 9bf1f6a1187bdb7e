import * as m from '#messages'
import { expect, test } from '../stage.ts'
import {
  LOCALES,
  account,
  alert,
  chooseGoogle,
  newEmail,
  notice,
  otherDevice,
  wear,
} from './people.ts'

for (const locale of LOCALES)
  test.describe(`Google, in ${locale}`, () => {
    const o = { locale }

    test('lets somebody in, to where they wanted to go', async ({ someone }) => {
      const { page } = await someone(locale)
      const email = newEmail('google')
      await page.goto('/dashboard/security')
      await page.waitForURL('**/login?returnTo=*')
      await page.getByRole('link', { name: m.google_continue({}, o) }).click()
      await chooseGoogle(page, email)
      await page.waitForURL('**/dashboard/security')
      await expect(page.getByText(email, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: m.security_set_password({}, o) })).toBeVisible()
    })

    test('says how it went when it did not', async ({ someone, town }) => {
      const { email } = await account(town, 'local')
      const { page, context } = await someone(locale, 360)
      const go = page.getByRole('link', { name: m.google_continue({}, o) })
      await page.goto('/register')
      await go.click()
      await chooseGoogle(page, email, { decision: 'deny' })
      await page.waitForURL('**/login?google=denied')
      await expect(page.getByText(m.google_denied({}, o))).toBeVisible()

      await go.click()
      await chooseGoogle(page, email, { verified: false })
      await page.waitForURL('**/login?google=unverified_email')
      await expect(page.getByText(m.google_unverified_email({}, o))).toBeVisible()

      // Only the browser that began may end it.
      await go.click()
      await page.waitForURL('**/interaction/*')
      await context.clearCookies({ name: /sign_in/ })
      await chooseGoogle(page, email)
      await page.waitForURL('**/login?google=failed')
      await expect(page.getByText(m.google_failed({}, o))).toBeVisible()

      // An address that nobody has proven, and nobody has: an account that has to prove it.
      await go.click()
      await chooseGoogle(page, newEmail('unproven'), { verified: false })
      await page.waitForURL('**/notverified')
      await page.goto('/dashboard')
      await page.waitForURL('**/notverified')
    })

    test('is linked and unlinked; an unlinking that fails is taken back', async ({
      someone,
      town,
    }) => {
      const { email } = await account(town, 'link')
      const ana = await someone(locale)
      await wear(ana, town, await otherDevice(town, email))
      const { page } = ana
      await page.goto('/dashboard/security')
      const link = page.getByRole('button', { name: m.security_link({}, o) })
      const unlink = page.getByRole('button', { name: m.security_unlink({}, o) })
      await expect(unlink).toBeHidden()
      await link.click()
      await page.getByRole('link', { name: m.security_link_go({}, o) }).click()
      await chooseGoogle(page, newEmail('linked'))
      await page.waitForURL('**/dashboard/security?google=linked')
      await expect(page.getByText(m.google_linked({}, o))).toBeVisible()

      const held = Promise.withResolvers<void>()
      await page.route(
        '**/api/auth/link/google',
        async route => {
          await held.promise
          await route.fulfill({
            status: 409,
            json: { code: 'ERROR_USER_NOT_AUTHORIZED', message: '' },
          })
        },
        { times: 1 },
      )
      await unlink.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: m.security_unlink_go({}, o) }).click()
      // At once, before the answer is there.
      await expect(page.getByText(m.security_google_none({}, o))).toBeVisible()
      held.resolve()
      await expect(alert(page, m.security_unlink_failed({}, o))).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(unlink).toBeVisible()

      await unlink.click()
      await dialog.getByRole('button', { name: m.security_unlink_go({}, o) }).click()
      await expect(notice(page, m.security_unlink_done({}, o))).toBeVisible()
      await expect(dialog).toBeHidden()
      await page.reload()
      await expect(link).toBeVisible()
      await expect(page.getByText(m.event_google_unlinked({}, o)).first()).toBeVisible()
    })
  })
