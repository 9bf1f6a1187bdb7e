import { getProfile } from '#contract/profiles.ts'
import { closeOtherSessions } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../fixtures.ts'
import {
  createAccount,
  getErrorAlert,
  waitForHydration,
  signInOnNewDevice,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const

test.describe('sign-out', () => {
  test('account data is not shown after sign-out, on Back, on reload or in another tab', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createAccount(server, 'leave')
    const { username } = expectOk(await apiClient.call(getProfile, {}))
    const ana = await openBrowser('es')
    await setSessionCookies(ana, server, apiClient)
    const { page } = ana
    const secondTab = await ana.context.newPage()
    await secondTab.goto('/dashboard/security')
    await expect(secondTab.getByText(email, { exact: true })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText(username).first()).toBeVisible()

    await page
      .locator('aside')
      .getByRole('link', { name: m.nav_logout({}, o) })
      .click()
    await page.waitForURL(`${server.origin}/`)
    await expect(
      page.getByRole('banner').getByRole('link', { name: m.nav_login({}, o) }),
    ).toBeVisible()
    expect(await apiClient.call(getUser, {})).toMatchObject({ status: 401 })
    await secondTab.waitForURL('**/login?returnTo=*')
    await expect(secondTab.getByText(email, { exact: true })).toHaveCount(0)

    await page.goBack()
    await page.waitForURL('**/login?returnTo=*')
    await expect(page.getByText(username)).toHaveCount(0)
    await page.goto('/dashboard/security')
    await page.waitForURL('**/login?returnTo=*')
    // Both logout pages redirect a visitor without a session to the home page.
    await page.goto('/logout')
    await page.waitForURL(`${server.origin}/`)
    await page.goto('/dashboard/logout')
    await page.waitForURL(`${server.origin}/`)
  })

  test('a registration form reports that another tab has signed in', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await createAccount(server, 'tabs')
    const ana = await openBrowser('es')
    const { page } = ana
    await page.goto('/register')
    await waitForHydration(page)
    const secondTab = await ana.context.newPage()
    await secondTab.goto('/login')
    await waitForHydration(secondTab)
    await secondTab.getByLabel(m.field_email({}, o)).fill(email)
    await secondTab.getByLabel(m.field_password({}, o), { exact: true }).fill('Kiosko-2026')
    await secondTab.keyboard.press('Enter')
    await secondTab.waitForURL('**/dashboard')

    await page.getByRole('button', { name: m.register_submit({}, o) }).click({ force: true })
    await expect(getErrorAlert(page, m.session_open({}, o))).toBeVisible()
  })
})

test('a page restored from the back-forward cache hides its content until the session is checked', async ({
  openBrowser,
  server,
}) => {
  const { email, apiClient } = await createAccount(server, 'kept')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
  const { page } = ana
  await page.goto('/dashboard/security')
  const address = page.getByText(email, { exact: true })
  await expect(address).toBeVisible()
  // The browser fetches the list of devices only after hydration, so its text shows that the page is hydrated.
  await expect(page.getByText(m.devices_this({}, { locale: 'es' }))).toBeVisible()
  const sessionResponse = Promise.withResolvers<void>()
  await page.route('**/api/user', async route => {
    await sessionResponse.promise
    await route.continue()
  })
  const loader = page.getByText(m.session_loader({}, { locale: 'es' }))
  // Safari restores no-store pages from the back-forward cache, but Chromium does not, so the test dispatches the event
  // of such a restore.
  const restorePage = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  await restorePage()
  await expect(loader).toBeAttached()
  await expect(address).toBeHidden()
  sessionResponse.resolve()
  await expect(address).toBeVisible()
  await expect(loader).toHaveCount(0)

  expectOk(await apiClient.call(closeOtherSessions, {}))
  await restorePage()
  await page.waitForURL('**/login?returnTo=*')
  await expect(address).toHaveCount(0)
})
