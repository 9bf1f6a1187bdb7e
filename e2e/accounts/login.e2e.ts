import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expect, test } from '../fixtures.ts'
import {
  PASSWORD,
  createAccount,
  getErrorAlert,
  waitForHydration,
  createUniqueEmail,
  submitLoginForm,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const

test.describe('sign-in', () => {
  test('signing in opens the requested page and starts a lasting session @core', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await createAccount(server, 'login')
    const ana = await openBrowser('es')
    await ana.page.goto('/dashboard/products?page=1')
    await ana.page.waitForURL('**/login?returnTo=*')
    await waitForHydration(ana.page)
    await submitLoginForm(ana, 'es', email.toUpperCase(), ` ${PASSWORD} `)
    await ana.page.waitForURL('**/dashboard/products?page=1')

    await ana.page.goto('/login')
    await ana.page.waitForURL('**/dashboard')
  })

  test('signing in to an unverified account offers to resend the verification mail', async ({
    openBrowser,
    server,
  }) => {
    const email = createUniqueEmail('unverified')
    const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
    expectOk(await new ApiClient(server.origin).call(register, { body }))
    const ana = await openBrowser('es')
    await ana.page.goto('/login')
    await waitForHydration(ana.page)
    await submitLoginForm(ana, 'es', email, PASSWORD)
    await expect(getErrorAlert(ana.page, m.ERROR_AUTH_USER_NOT_VERIFIED({}, o))).toBeVisible()

    await ana.page.getByRole('link', { name: m.login_verify({}, o) }).click()
    await ana.page.waitForURL('**/notverified')
    await expect(ana.page.getByLabel(m.field_email({}, o))).toHaveValue(email)
    await expect(
      ana.page.getByRole('button', { name: m.not_verified_submit({}, o) }),
    ).not.toHaveAttribute('aria-disabled')
  })

  test('the login form can be used by keyboard alone', async ({ openBrowser, server }) => {
    const { email } = await createAccount(server, 'keys')
    const { page } = await openBrowser('es')
    await page.goto('/login')
    await waitForHydration(page)
    // The first element in the tab order is the link that skips the navigation.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: m.skip_to_content({}, o) })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: m.google_continue({}, o) })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
  })
})
