import { getUser } from '#contract/accounts/user.ts'
import { suspendUser } from '#contract/admin/users.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../fixtures.ts'
import {
  createAccount,
  createGoogleAccount,
  getErrorAlert,
  submitGoogleConsent,
  createUniqueEmail,
  getToast,
  signInOnNewDevice,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'en' } as const

test.describe('Google sign-in', () => {
  test('a visitor signs in with Google and returns to the page that asked for the sign-in', async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser('en')
    const email = createUniqueEmail('google')
    await page.goto('/dashboard/security')
    await page.waitForURL('**/login?returnTo=*')
    await page.getByRole('link', { name: m.google_continue({}, o) }).click()
    await submitGoogleConsent(page, email)
    await page.waitForURL('**/dashboard/security')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: m.security_set_password({}, o) })).toBeVisible()
  })

  test('the login page shows why a sign-in with Google failed', async ({ openBrowser, server }) => {
    const { email } = await createAccount(server, 'local')
    const { page, context } = await openBrowser('en', 360)
    const googleLink = page.getByRole('link', { name: m.google_continue({}, o) })
    await page.goto('/register')
    await googleLink.click()
    await submitGoogleConsent(page, email, { decision: 'deny' })
    await page.waitForURL('**/login?google=denied')
    await expect(page.getByText(m.google_denied({}, o))).toBeVisible()

    await googleLink.click()
    await submitGoogleConsent(page, email, { verified: false })
    await page.waitForURL('**/login?google=unverified_email')
    await expect(page.getByText(m.google_unverified_email({}, o))).toBeVisible()

    // Google does not host this address, so the account with it is not joined without its password.
    await googleLink.click()
    await submitGoogleConsent(page, email)
    await page.waitForURL('**/login?google=password_first')
    await expect(page.getByText(m.google_password_first({}, o))).toBeVisible()

    // Only the browser that started a sign-in can finish it, so the test starts one and then deletes its cookie.
    await googleLink.click()
    await page.waitForURL('**/interaction/*')
    await context.clearCookies({ name: /sign_in/ })
    await submitGoogleConsent(page, email)
    await page.waitForURL('**/login?google=failed')
    await expect(page.getByText(m.google_failed({}, o))).toBeVisible()

    // Signing in with a new email that Google has not verified creates an unverified account.
    await googleLink.click()
    await submitGoogleConsent(page, createUniqueEmail('unproven'), { verified: false })
    await page.waitForURL('**/notverified')
    await page.goto('/dashboard')
    await page.waitForURL('**/notverified')
  })

  test('the login page says why an account that signs in with Google is suspended', async ({
    openBrowser,
    server,
  }) => {
    const reason = 'Vendía; lo ajeno'
    const { email, apiClient } = await createGoogleAccount(server, 'suspended')
    const { id } = expectOk(await apiClient.call(getUser, {}))
    const admin = await createAccount(server, 'admin')
    await server.grantAdmin(admin.email)
    expectOk(await admin.apiClient.call(suspendUser, { params: { id }, body: { reason } }))

    const { page } = await openBrowser('en', 360)
    await page.goto('/login')
    await page.getByRole('link', { name: m.google_continue({}, o) }).click()
    await submitGoogleConsent(page, email)
    await page.waitForURL('**/login?google=suspended')
    await expect(page.getByText(m.google_suspended({}, o))).toBeVisible()
    await expect(page.getByText(m.login_suspended_reason({ reason }, o))).toBeVisible()
  })

  test('a Google account is linked and unlinked, and shown as linked again if unlinking fails', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await createAccount(server, 'link')
    const ana = await openBrowser('en')
    await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
    const { page } = ana
    await page.goto('/dashboard/security')
    const link = page.getByRole('button', { name: m.security_link({}, o) })
    const unlink = page.getByRole('button', { name: m.security_unlink({}, o) })
    await expect(unlink).toBeHidden()
    await link.click()
    await page.getByRole('button', { name: m.security_link_go({}, o) }).click()
    await submitGoogleConsent(page, createUniqueEmail('linked'))
    await page.waitForURL('**/dashboard/security?google=linked')
    await expect(page.getByText(m.google_linked({}, o))).toBeVisible()

    const unlinkResponse = Promise.withResolvers<void>()
    await page.route(
      '**/api/auth/link/google',
      async route => {
        await unlinkResponse.promise
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
    // The page already shows the account as unlinked before the response arrives.
    await expect(page.getByText(m.security_google_none({}, o))).toBeVisible()
    unlinkResponse.resolve()
    await expect(getErrorAlert(page, m.security_unlink_failed({}, o))).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(unlink).toBeVisible()

    await unlink.click()
    await dialog.getByRole('button', { name: m.security_unlink_go({}, o) }).click()
    await expect(getToast(page, m.security_unlink_done({}, o))).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(link).toBeVisible()
    await expect(page.getByText(m.event_google_unlinked({}, o)).first()).toBeVisible()
  })
})
