import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expect, test } from '../stage.ts'
import { LOCALES, PASSWORD, alert, alive, newEmail, notice, press, typeLogin } from './people.ts'

/** Somebody who has registered and not opened the mail yet. */
async function registered(town: TestServer, about: string): Promise<string> {
  const email = newEmail(about)
  const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await new ApiClient(town.origin).call(register, { body }))
  return email
}

for (const locale of LOCALES)
  test.describe(`verifying an account, in ${locale}`, () => {
    const o = { locale }

    test('the link of the mail is sent once a visit, and leads to the login', async ({
      someone,
      town,
    }) => {
      const email = await registered(town, 'verify')
      const ana = await someone(locale)
      let sent = 0
      const held = Promise.withResolvers<void>()
      await ana.page.route('**/api/public/auth/verify/*', async route => {
        sent += 1
        await held.promise
        await route.continue()
      })
      await ana.page.goto(await town.waitForMailedLink(email, 'verify'))
      await expect(ana.page.getByRole('heading', { name: m.verify_progress({}, o) })).toBeVisible()
      await expect(ana.page.getByRole('progressbar')).toBeVisible()
      held.resolve()

      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeFocused()
      await ana.page.reload()
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
      expect(sent).toBe(1)
      await expect(
        ana.page.locator('main').getByRole('link', { name: m.nav_login({}, o) }),
      ).toBeVisible()
      await ana.page.waitForURL('**/login', { timeout: 10_000 })

      await typeLogin(ana, locale, email, PASSWORD)
      await ana.page.waitForURL('**/dashboard')
      // Whoever is in is sent on from the screens for those who are not.
      await ana.page.goto('/notverified')
      await ana.page.waitForURL('**/dashboard')
    })

    test('a link that does not work says why, and leads to another', async ({ someone, town }) => {
      const email = await registered(town, 'resend')
      const ana = await someone(locale, 360)
      await ana.page.goto('/verify/not-a-token-of-ours')
      await expect(ana.page.getByRole('heading', { name: m.verify_failed({}, o) })).toBeVisible()
      await expect(alert(ana.page, m.verify_error({}, o))).toContainText(
        m.ERROR_MISSING_OR_EXPIRED_TOKEN({}, o),
      )

      await ana.page.getByRole('link', { name: m.verify_resend({}, o) }).click()
      await alive(ana.page)
      const submit = ana.page.getByRole('button', { name: m.not_verified_submit({}, o) })
      await expect(submit).toHaveAttribute('aria-disabled', 'true')
      await ana.page.getByLabel(m.field_email({}, o)).fill(email)
      await expect(submit).not.toHaveAttribute('aria-disabled')
      await press(submit)
      await ana.page.waitForURL('**/login')
      await expect(notice(ana.page, m.not_verified_done({}, o))).toBeVisible()

      await ana.page.goto(await town.waitForMailedLink(email, 'verify', 2))
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
      // Another visit with the same link: the account is verified already.
      const again = await someone(locale)
      await again.page.goto(await town.waitForMailedLink(email, 'verify', 2))
      await expect(again.page.getByRole('heading', { name: m.verify_already({}, o) })).toBeVisible()
    })

    test('an answer that does not come leaves the link as good as before', async ({
      someone,
      town,
    }) => {
      const email = await registered(town, 'slow')
      const ana = await someone(locale)
      ana.forgive(/net::ERR_FAILED/)
      await ana.page.route('**/api/public/auth/verify/*', route => route.abort(), { times: 1 })
      await ana.page.goto(await town.waitForMailedLink(email, 'verify'))
      await ana.page.getByRole('button', { name: m.retry({}, o) }).click()
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()

      // A resend that fails says so, stays off, and can be begun anew.
      await ana.page.goto('/notverified')
      await alive(ana.page)
      await ana.page.route('**/api/public/auth/resend', route =>
        route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
      )
      await ana.page.getByLabel(m.field_email({}, o)).fill(email)
      await press(ana.page.getByRole('button', { name: m.not_verified_submit({}, o) }))
      await expect(alert(ana.page, m.ERROR_TOO_MANY_REQUESTS({}, o))).toBeVisible()
      await expect(ana.page.getByLabel(m.field_email({}, o))).toHaveAttribute('readonly')
      await ana.page
        .locator('main')
        .getByRole('button', { name: m.retry({}, o) })
        .click()
      await expect(ana.page.getByLabel(m.field_email({}, o))).not.toHaveAttribute('readonly')
    })
  })
