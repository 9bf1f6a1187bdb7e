import { signInWithPasskey, startPasskeySignIn } from '#contract/accounts/passkeys.ts'
import { updateUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import {
  PASSWORD,
  createAccount,
  forceClick,
  getErrorAlert,
  getToast,
  setSessionCookies,
  submitLoginForm,
  waitForHydration,
} from '../../actions/account-actions.ts'
import {
  addVirtualAuthenticator,
  forgetSession,
  openSecondFactors,
  saveRecoveryCodes,
  setUpAuthenticatorApp,
  waitForSecondStep,
} from '../../actions/second-factor-actions.ts'
import { type BrowserUser, expect, secondFactorTest as test } from '../../fixtures.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { addAuthenticatorApp, showCode } from '#tools/test-app/second-factors.ts'

const o = { locale: 'en' } as const

test.describe('two-step verification', () => {
  /** Creates an account whose language is that of the test, since a sign-in switches to it. */
  async function createOwner(server: TestServer, emailPrefix: string) {
    const account = await createAccount(server, emailPrefix)
    const languagePreference = 'EN'
    expectOk(await account.apiClient.call(updateUser, { body: { languagePreference } }))
    return account
  }

  /** Signs in with the password, up to the second step. */
  async function signInToSecondStep(user: BrowserUser, email: string) {
    await user.page.goto('/login')
    await waitForHydration(user.page)
    await submitLoginForm(user, 'en', email, PASSWORD)
    await waitForSecondStep(user.page, 'en')
  }

  test('a passkey is added, then signs in without a password and as the second step @core', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createOwner(server, 'passkey')
    const ana = await openBrowser('en', 390)
    const { page } = ana
    const letAuthenticatorAnswer = await addVirtualAuthenticator(ana)
    await setSessionCookies(ana, server, apiClient)
    await openSecondFactors(page, 'en')
    await page.getByRole('button', { name: m.passkey_add({}, o) }).click()
    await page.getByLabel(m.passkey_name({}, o)).fill('Laptop de Ana')
    await page.getByRole('button', { name: m.passkey_create({}, o) }).click()
    await saveRecoveryCodes(page, 'en')
    await expect(page.getByRole('heading', { name: 'Laptop de Ana' })).toBeVisible()

    await forgetSession(ana)
    await letAuthenticatorAnswer(false)
    await page.goto('/login')
    const button = page.getByRole('button', { name: m.login_passkey({}, o) })
    await expect(button).toBeVisible()
    await letAuthenticatorAnswer(true)
    await button.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')

    await forgetSession(ana)
    await letAuthenticatorAnswer(false)
    await signInToSecondStep(ana, email)
    await letAuthenticatorAnswer(true)
    await page.getByRole('button', { name: m.second_step_passkey({}, o) }).click()
    await page.waitForURL('**/dashboard')
  })

  test('the login form suggests the passkeys of the browser', async ({ openBrowser, server }) => {
    const { apiClient } = await createOwner(server, 'suggested')
    const ana = await openBrowser('en')
    await addVirtualAuthenticator(ana)
    await setSessionCookies(ana, server, apiClient)
    await openSecondFactors(ana.page, 'en')
    await ana.page.getByRole('button', { name: m.passkey_add({}, o) }).click()
    await ana.page.getByRole('button', { name: m.passkey_create({}, o) }).click()
    await saveRecoveryCodes(ana.page, 'en')
    await forgetSession(ana)

    await ana.page.goto('/login?returnTo=/dashboard/sales')

    await ana.page.waitForURL('**/dashboard/sales')
  })

  test('a press while a suggested passkey signs in does not sign in twice', async ({
    openBrowser,
    server,
  }) => {
    const { apiClient } = await createOwner(server, 'twice')
    const ana = await openBrowser('en')
    const { page } = ana
    await addVirtualAuthenticator(ana)
    await setSessionCookies(ana, server, apiClient)
    await openSecondFactors(page, 'en')
    await page.getByRole('button', { name: m.passkey_add({}, o) }).click()
    await page.getByRole('button', { name: m.passkey_create({}, o) }).click()
    await saveRecoveryCodes(page, 'en')
    await forgetSession(ana)
    const press = Promise.withResolvers<void>()
    let signIns = 0
    await page.route(`**/api${signInWithPasskey.path}`, async route => {
      signIns += 1
      await press.promise
      await route.continue()
    })
    const suggested = page.waitForRequest(`**/api${signInWithPasskey.path}`)
    await page.goto('/login')
    await suggested

    const button = page.getByRole('button', { name: m.login_passkey({}, o) })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click()
    press.resolve()
    await page.waitForURL('**/dashboard')

    expect(signIns).toBe(1)
  })

  test('a press on the passkey button is not ended by suggestions that come late', async ({
    openBrowser,
    server,
  }) => {
    const { apiClient } = await createOwner(server, 'late')
    const ana = await openBrowser('en')
    const { page } = ana
    const letAuthenticatorAnswer = await addVirtualAuthenticator(ana)
    await setSessionCookies(ana, server, apiClient)
    await openSecondFactors(page, 'en')
    await page.getByRole('button', { name: m.passkey_add({}, o) }).click()
    await page.getByRole('button', { name: m.passkey_create({}, o) }).click()
    await saveRecoveryCodes(page, 'en')
    await forgetSession(ana)
    await letAuthenticatorAnswer(false)
    const suggestions = Promise.withResolvers<void>()
    const path = `**/api${startPasskeySignIn.path}`
    let challenges = 0
    await page.route(path, async route => {
      challenges += 1
      const response = await route.fetch()
      await suggestions.promise
      await route.fulfill({ response })
    })
    const suggested = page.waitForRequest(path)
    await page.goto('/login')
    await suggested

    const button = page.getByRole('button', { name: m.login_passkey({}, o) })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    // The challenge of the press is asked for only then, so the suggestions cannot reach the browser after it.
    expect(challenges).toBe(1)
    await letAuthenticatorAnswer(true)
    suggestions.resolve()

    await page.waitForURL('**/dashboard')
    await expect(getToast(page, m.login_passkey_cancelled({}, o))).toHaveCount(0)
  })

  test('an authenticator app is set up, asked for at sign-in, remembered on a device and removed @core', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createOwner(server, 'totp')
    const ana = await openBrowser('en')
    const { page } = ana
    await setSessionCookies(ana, server, apiClient)
    await openSecondFactors(page, 'en')
    const secret = await setUpAuthenticatorApp(page, 'en')
    const [recoveryCode] = await saveRecoveryCodes(page, 'en')
    await expect(page.getByText(m.recovery_codes_left({ left: 10, count: 10 }, o))).toBeVisible()

    await forgetSession(ana)
    await signInToSecondStep(ana, email)
    await page.getByLabel(m.second_step_code_label({}, o)).fill('000000')
    await forceClick(page.getByRole('button', { name: m.second_step_submit({}, o) }))
    await expect(getErrorAlert(page, m.ERROR_SECOND_FACTOR_CODE({}, o))).toBeVisible()
    await page.getByLabel(m.second_step_code_label({}, o)).fill(showCode(secret, 1))
    await page.getByLabel(m.second_step_remember({}, o)).check()
    await page.getByRole('button', { name: m.second_step_submit({}, o) }).click()
    await page.waitForURL('**/dashboard')

    await forgetSession(ana)
    await page.goto('/login')
    await waitForHydration(page)
    await submitLoginForm(ana, 'en', email, PASSWORD)
    await page.waitForURL('**/dashboard')

    await openSecondFactors(page, 'en')
    await page.getByRole('button', { name: m.totp_remove({}, o) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.totp_remove({}, o) })
      .click()
    // The device skips the second step, so the change asks for it. The code of the app has been used.
    const proof = page.getByRole('dialog', { name: m.proof_title({}, o) })
    await proof.getByRole('button', { name: m.second_step_use_recovery({}, o) }).click()
    await proof.getByLabel(m.second_step_recovery_label({}, o)).fill(recoveryCode!)
    await proof.getByRole('button', { name: m.proof_submit({}, o) }).click()
    await expect(getToast(page, m.totp_removed({}, o))).toBeVisible()
    await expect(page.getByRole('button', { name: m.totp_add({}, o) })).toBeVisible()
  })

  test('a recovery code signs in once, by keyboard alone, and the codes can be replaced @core', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createOwner(server, 'recovery')
    const { recoveryCodes } = await addAuthenticatorApp(apiClient)
    const ana = await openBrowser('en', 390)
    const { page } = ana
    await signInToSecondStep(ana, email)

    await page.getByRole('button', { name: m.second_step_use_recovery({}, o) }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel(m.second_step_recovery_label({}, o)).focus()
    await page.keyboard.type(recoveryCodes[0]!.toLowerCase())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')

    await openSecondFactors(page, 'en')
    await expect(page.getByText(m.recovery_codes_left({ left: 9, count: 10 }, o))).toBeVisible()
    await page.getByRole('button', { name: m.recovery_codes_renew({}, o) }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.recovery_codes_renew({}, o) })
      .focus()
    await page.keyboard.press('Enter')
    const newCodes = await saveRecoveryCodes(page, 'en')
    expect(newCodes).not.toContain(recoveryCodes[1])
    await expect(page.getByText(m.recovery_codes_left({ left: 10, count: 10 }, o))).toBeVisible()
  })

  test('a second step that is over leads back to the login page, which says so', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createOwner(server, 'expired')
    await addAuthenticatorApp(apiClient)
    const { page, context } = await openBrowser('en')
    await page.goto('/login?returnTo=/dashboard/sales')
    await waitForHydration(page)
    await submitLoginForm({ page }, 'en', email, PASSWORD)
    await waitForSecondStep(page, 'en')

    await context.clearCookies()
    await page.getByLabel(m.second_step_code_label({}, o)).fill('123456')
    await page.getByRole('button', { name: m.second_step_submit({}, o) }).click()

    await page.waitForURL('**/login?step=expired&returnTo=%2Fdashboard%2Fsales')
    await expect(page.getByText(m.login_step_expired({}, o))).toBeVisible()
  })

  test('an admin reaches the administration only after setting up a second factor', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createOwner(server, 'obliged')
    expect((await server.runCommand('admin', 'grant', email)).code).toBe(1)
    await server.grantAdmin(email)
    const admin = await openBrowser('en')
    const { page } = admin
    await setSessionCookies(admin, server, apiClient)

    await page.goto('/dashboard/admin')
    await page.waitForURL('**/dashboard/security/second-factor')
    await expect(page.getByText(m.second_factor_required_text({}, o))).toBeVisible()

    await setUpAuthenticatorApp(page, 'en')
    await saveRecoveryCodes(page, 'en')
    await expect(page.getByText(m.second_factor_required_text({}, o))).toBeHidden()
    await page.goto('/dashboard/admin')
    await expect(page.getByRole('heading', { level: 1, name: m.nav_admin({}, o) })).toBeVisible()
  })
})
