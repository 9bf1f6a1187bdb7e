import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../fixtures.ts'
import { createAccount, signInOnNewDevice, setSessionCookies } from '../actions/account-actions.ts'

test('language and theme are saved to the account, from the dashboard and from a public page', async ({
  openBrowser,
  server,
}) => {
  const { email, apiClient } = await createAccount(server, 'taste')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
  const { page } = ana
  await page.goto('/dashboard/security')
  const savedProfile = async () => expectOk(await apiClient.call(getProfile, {}))

  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await savedProfile()).toMatchObject({ languagePreference: 'EN' })
  await page.goto('/faq')
  await page.getByRole('link', { name: 'Español' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(await savedProfile()).toMatchObject({ languagePreference: 'SPA' })

  const system = page.getByRole('button', { name: m.theme_system({}, { locale: 'es' }) }).first()
  await system.click()
  await page
    .getByRole('button', { name: m.theme_light({}, { locale: 'es' }) })
    .first()
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(async () => (await savedProfile()).themePreference).toBe('dark')

  // Another device applies the theme of the account after sign-in.
  const phone = await openBrowser('es', 360)
  await setSessionCookies(phone, server, apiClient)
  await phone.page.goto('/dashboard')
  await expect(phone.page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
