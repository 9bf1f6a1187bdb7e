import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../stage.ts'
import { account, otherDevice, wear } from './people.ts'

test('language and theme go with the account, from the dashboard and from a public page', async ({
  someone,
  town,
}) => {
  const { email, other } = await account(town, 'taste')
  const ana = await someone('es')
  await wear(ana, town, await otherDevice(town, email))
  const { page } = ana
  await page.goto('/dashboard/security')
  const kept = async () => expectOk(await other.call(getProfile, {}))

  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await kept()).toMatchObject({ languagePreference: 'EN' })
  await page.goto('/faq')
  await page.getByRole('link', { name: 'Español' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(await kept()).toMatchObject({ languagePreference: 'SPA' })

  const system = page.getByRole('button', { name: m.theme_system({}, { locale: 'es' }) }).first()
  await system.click()
  await page
    .getByRole('button', { name: m.theme_light({}, { locale: 'es' }) })
    .first()
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(async () => (await kept()).themePreference).toBe('dark')

  // On another device the account's theme shows once its owner is in.
  const phone = await someone('es', 360)
  await wear(phone, town, other)
  await phone.page.goto('/dashboard')
  await expect(phone.page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
