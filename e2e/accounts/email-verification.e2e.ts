import type { Page } from '@playwright/test'
import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import {
  PASSWORD,
  getErrorAlert,
  waitForHydration,
  createUniqueEmail,
  getToast,
  forceClick,
  submitLoginForm,
  fillPasswordTwice,
  NEW_PASSWORD,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'en' } as const

/** Registers an account by the API and does not open the verification link. */
async function registerUnverified(
  server: TestServer,
  emailPrefix: string,
): Promise<{ email: string; apiClient: ApiClient }> {
  const email = createUniqueEmail(emailPrefix)
  const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  const apiClient = new ApiClient(server.origin, { 'accept-language': 'en' })
  expectOk(await apiClient.call(register, { body }))
  return { email, apiClient }
}

/** Answers the question of the verification page in a browser that did not register the account. */
async function answerWithPassword(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel(m.field_password({}, o), { exact: true }).fill(password)
  await forceClick(page.getByRole('button', { name: m.verify_ask_submit({}, o) }))
}

test.describe('email verification', () => {
  test('the verification page sends the token once per visit in the browser that registered', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await registerUnverified(server, 'verify')
    const ana = await openBrowser('en')
    await setSessionCookies(ana, server, apiClient)
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
    await ana.page.waitForURL('**/dashboard/welcome')
    // The page /notverified redirects a signed-in user with a verified email to the dashboard.
    await ana.page.goto('/notverified')
    await ana.page.waitForURL('**/dashboard')
  })

  test('the verification page in another browser asks for the password and leads to the login page', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await registerUnverified(server, 'other')
    const ana = await openBrowser('en', 360)
    await ana.page.goto(await server.waitForMailedLink(email, 'verify'))
    await expect(ana.page.getByRole('heading', { name: m.verify_ask_title({}, o) })).toBeFocused()
    await answerWithPassword(ana.page, 'Kiosko-1999')
    await expect(
      ana.page.getByText(m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o)).first(),
    ).toBeVisible()
    await checkScreen(ana.page, 'verify-asks')

    await answerWithPassword(ana.page)
    const done = ana.page.getByRole('heading', { name: m.verify_done({}, o) })
    await expect(done).toBeFocused()
    await ana.page.reload()
    await expect(done).toBeVisible()
    await ana.page.waitForURL('**/login')

    await submitLoginForm(ana, 'en', email, PASSWORD)
    await ana.page.waitForURL('**/dashboard')
  })

  test('the owner of an address that somebody else registered chooses a new password', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await registerUnverified(server, 'owner')
    const owner = await openBrowser('en')
    await owner.page.goto(await server.waitForMailedLink(email, 'verify'))
    await owner.page.getByRole('link', { name: m.verify_ask_choose({}, o) }).click()
    await waitForHydration(owner.page)
    await fillPasswordTwice(
      owner.page,
      [m.field_new_password({}, o), m.field_confirm_new_password({}, o)],
      NEW_PASSWORD,
    )
    await forceClick(owner.page.getByRole('button', { name: m.set_submit({}, o) }))
    await owner.page.waitForURL('**/login')

    await submitLoginForm(owner, 'en', email, PASSWORD)
    await expect(getErrorAlert(owner.page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
    await submitLoginForm(owner, 'en', email, NEW_PASSWORD)
    await owner.page.waitForURL('**/dashboard')
  })

  test('an invalid verification link shows the reason and offers another mail', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await registerUnverified(server, 'resend')
    const ana = await openBrowser('en', 360)
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
    await answerWithPassword(ana.page)
    await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
    // A second visit with the same link finds the account already verified.
    const secondVisit = await openBrowser('en')
    await secondVisit.page.goto(await server.waitForMailedLink(email, 'verify', 2))
    await expect(
      secondVisit.page.getByRole('heading', { name: m.verify_already({}, o) }),
    ).toBeVisible()
  })

  test('a verification link still works after a request that got no response', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await registerUnverified(server, 'slow')
    const ana = await openBrowser('en')
    await setSessionCookies(ana, server, apiClient)
    ana.allowConsoleError(/net::ERR_FAILED/)
    await ana.page.route('**/api/public/auth/verify/*', route => route.abort(), { times: 1 })
    await ana.page.goto(await server.waitForMailedLink(email, 'verify'))
    await ana.page.getByRole('button', { name: m.retry({}, o) }).click()
    await expect(ana.page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()

    // A failed resend shows its error, locks the form and offers to start again.
    await ana.context.clearCookies()
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
