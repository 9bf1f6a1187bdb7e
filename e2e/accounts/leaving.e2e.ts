import { getProfile } from '#contract/profiles.ts'
import { closeOtherSessions } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../stage.ts'
import { LOCALES, account, alert, alive, otherDevice, wear } from './people.ts'

for (const locale of LOCALES)
  test.describe(`leaving, in ${locale}`, () => {
    const o = { locale }

    test('nothing of the account is shown on Back, on reload, or in another tab', async ({
      someone,
      town,
    }) => {
      const { email, other } = await account(town, 'leave')
      const { username } = expectOk(await other.call(getProfile, {}))
      const ana = await someone(locale)
      await wear(ana, town, other)
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
      await page.waitForURL(`${town.origin}/`)
      await expect(
        page.getByRole('banner').getByRole('link', { name: m.nav_login({}, o) }),
      ).toBeVisible()
      expect(await other.call(getUser, {})).toMatchObject({ status: 401 })
      await secondTab.waitForURL('**/login?returnTo=*')
      await expect(secondTab.getByText(email, { exact: true })).toHaveCount(0)

      await page.goBack()
      await page.waitForURL('**/login?returnTo=*')
      await expect(page.getByText(username)).toHaveCount(0)
      await page.goto('/dashboard/security')
      await page.waitForURL('**/login?returnTo=*')
      // Whoever is out already is simply led home.
      await page.goto('/logout')
      await page.waitForURL(`${town.origin}/`)
      await page.goto('/dashboard/logout')
      await page.waitForURL(`${town.origin}/`)
    })

    test('a signed-in form in another tab finds out', async ({ someone, town }) => {
      const { email } = await account(town, 'tabs')
      const ana = await someone(locale)
      const { page } = ana
      await page.goto('/register')
      await alive(page)
      const secondTab = await ana.context.newPage()
      await secondTab.goto('/login')
      await alive(secondTab)
      await secondTab.getByLabel(m.field_email({}, o)).fill(email)
      await secondTab.getByLabel(m.field_password({}, o), { exact: true }).fill('Kiosko-2026')
      await secondTab.keyboard.press('Enter')
      await secondTab.waitForURL('**/dashboard')

      await page.getByRole('button', { name: m.register_submit({}, o) }).click({ force: true })
      await expect(alert(page, m.session_open({}, o))).toBeVisible()
    })
  })

test('a page that the browser kept shows nothing while nobody knows whether the session still is', async ({
  someone,
  town,
}) => {
  const { email, other } = await account(town, 'kept')
  const ana = await someone('es')
  await wear(ana, town, await otherDevice(town, email))
  const { page } = ana
  await page.goto('/dashboard/security')
  const address = page.getByText(email, { exact: true })
  await expect(address).toBeVisible()
  // The page has come alive: this is told by a call of its own.
  await expect(page.getByText(m.devices_this({}, { locale: 'es' }))).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/user', async route => {
    await held.promise
    await route.continue()
  })
  const loader = page.getByText(m.session_loader({}, { locale: 'es' }))
  // Chromium keeps no page that says no-store, Safari does: this is how it tells that it shows one again.
  const showAgain = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  await showAgain()
  await expect(loader).toBeAttached()
  await expect(address).toBeHidden()
  held.resolve()
  await expect(address).toBeVisible()
  await expect(loader).toHaveCount(0)

  expectOk(await other.call(closeOtherSessions, {}))
  await showAgain()
  await page.waitForURL('**/login?returnTo=*')
  await expect(address).toHaveCount(0)
})
