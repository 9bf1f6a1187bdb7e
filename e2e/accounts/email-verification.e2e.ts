import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expect, test } from '../fixtures.ts'
import {
  LOCALES,
  PASSWORD,
  getErrorAlert,
  waitForHydration,
  createUniqueEmail,
  getToast,
  forceClick,
  submitLoginForm,
} from '../actions/account-actions.ts'

/** Registers an account by the API and does not open the verification link. */
async function registerUnverified(server: TestServer, emailPrefix: string): Promise<string> {
  const email = createUniqueEmail(emailPrefix)
  const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await new ApiClient(server.origin).call(register, { body }))
  return email
}

for (const locale of LOCALES)
  test.describe(`email verification, in ${locale}`, () => {
    const o = { locale }

    test('the verification page sends the token once per visit and leads to the login page', async ({
      openBrowser,
      server,
    }) => {
      const email = await registerUnverified(server, 'verify')
      const ana = await openBrowser(locale)
      let verifyRequests = 0
      const verifyResponse = Promise.withResolvers<void>()
      await ana.page.route('**/api/public/auth/verify/*', async route => {
        verifyRequests += 1
        await verifyResponse.promise
        await route.continue()
      })
      await ana.page.goto(await server.waitForMailedLink(email, 'verify'))
      await expect(ana.page.getByRole('heading', { name: m.verify_progress({}, o) })).toBeVisible()
      await expect(ana.page.getByRole('progressbar')).toBeVisible()
      verifyResponse.resolve()

      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeFocused()
      await ana.page.reload()
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
      expect(verifyRequests).toBe(1)
      await expect(
        ana.page.locator('main').getByRole('link', { name: m.nav_login({}, o) }),
      ).toBeVisible()
      await ana.page.waitForURL('**/login', { timeout: 10_000 })

      await submitLoginForm(ana, locale, email, PASSWORD)
      await ana.page.waitForURL('**/dashboard')
      // The page /notverified redirects a signed-in user with a verified email to the dashboard.
      await ana.page.goto('/notverified')
      await ana.page.waitForURL('**/dashboard')
    })

    test('an invalid verification link shows the reason and offers another mail', async ({
      openBrowser,
      server,
    }) => {
      const email = await registerUnverified(server, 'resend')
      const ana = await openBrowser(locale, 360)
      await ana.page.goto('/verify/not-a-token-of-ours')
      await expect(ana.page.getByRole('heading', { name: m.verify_failed({}, o) })).toBeVisible()
      await expect(getErrorAlert(ana.page, m.verify_error({}, o))).toContainText(
        m.ERROR_MISSING_OR_EXPIRED_TOKEN({}, o),
      )

      await ana.page.getByRole('link', { name: m.verify_resend({}, o) }).click()
      await waitForHydration(ana.page)
      const submit = ana.page.getByRole('button', { name: m.not_verified_submit({}, o) })
      await expect(submit).toHaveAttribute('aria-disabled', 'true')
      await ana.page.getByLabel(m.field_email({}, o)).fill(email)
      await expect(submit).not.toHaveAttribute('aria-disabled')
      await forceClick(submit)
      await ana.page.waitForURL('**/login')
      await expect(getToast(ana.page, m.not_verified_done({}, o))).toBeVisible()

      await ana.page.goto(await server.waitForMailedLink(email, 'verify', 2))
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
      // A second visit with the same link finds the account already verified.
      const secondVisit = await openBrowser(locale)
      await secondVisit.page.goto(await server.waitForMailedLink(email, 'verify', 2))
      await expect(
        secondVisit.page.getByRole('heading', { name: m.verify_already({}, o) }),
      ).toBeVisible()
    })

    test('a verification link still works after a request that got no response', async ({
      openBrowser,
      server,
    }) => {
      const email = await registerUnverified(server, 'slow')
      const ana = await openBrowser(locale)
      ana.allowConsoleError(/net::ERR_FAILED/)
      await ana.page.route('**/api/public/auth/verify/*', route => route.abort(), { times: 1 })
      await ana.page.goto(await server.waitForMailedLink(email, 'verify'))
      await ana.page.getByRole('button', { name: m.retry({}, o) }).click()
      await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()

      // A failed resend shows its error, locks the form and offers to start again.
      await ana.page.goto('/notverified')
      await waitForHydration(ana.page)
      await ana.page.route('**/api/public/auth/resend', route =>
        route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
      )
      await ana.page.getByLabel(m.field_email({}, o)).fill(email)
      await forceClick(ana.page.getByRole('button', { name: m.not_verified_submit({}, o) }))
      await expect(getErrorAlert(ana.page, m.ERROR_TOO_MANY_REQUESTS({}, o))).toBeVisible()
      await expect(ana.page.getByLabel(m.field_email({}, o))).toHaveAttribute('readonly')
      await ana.page
        .locator('main')
        .getByRole('button', { name: m.retry({}, o) })
        .click()
      await expect(ana.page.getByLabel(m.field_email({}, o))).not.toHaveAttribute('readonly')
    })
  })
