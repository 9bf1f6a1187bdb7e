import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expect, test } from '../stage.ts'
import { LOCALES, PASSWORD, account, alert, alive, newEmail, press, typeLogin } from './people.ts'

for (const locale of LOCALES)
  test.describe(`signing in, in ${locale}`, () => {
    const o = { locale }

    test('leads to where one wanted to go, and stays', async ({ someone, town }) => {
      const { email } = await account(town, 'login')
      const ana = await someone(locale)
      await ana.page.goto('/dashboard/products?page=1')
      await ana.page.waitForURL('**/login?returnTo=*')
      await alive(ana.page)
      await typeLogin(ana, locale, email.toUpperCase(), ` ${PASSWORD} `)
      await ana.page.waitForURL('**/dashboard/products?page=1')

      await ana.page.goto('/login')
      await ana.page.waitForURL('**/dashboard')
    })

    test('says what is wrong and keeps what was typed', async ({ someone, town }) => {
      const { email } = await account(town, 'wrong')
      const ana = await someone(locale, 360)
      ana.forgive(/net::ERR_FAILED/)
      await ana.page.goto('/login')
      await alive(ana.page)
      await typeLogin(ana, locale, email, 'short')
      await expect(ana.page.getByText(m.issue_password_invalid({}, o)).first()).toBeVisible()

      await typeLogin(ana, locale, email, 'Kiosko-1999')
      await expect(alert(ana.page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
      await expect(ana.page.getByLabel(m.field_email({}, o))).toHaveValue(email)

      await ana.page.route('**/api/public/auth/login', route => route.abort(), { times: 1 })
      await typeLogin(ana, locale, email, PASSWORD)
      await expect(alert(ana.page, m.login_network({}, o))).toBeVisible()

      await press(ana.page.getByRole('button', { name: m.login_submit({}, o) }))
      await ana.page.waitForURL('**/dashboard')
    })

    test('of an unverified account leads to another link', async ({ someone, town }) => {
      const email = newEmail('unverified')
      const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
      expectOk(await new ApiClient(town.origin).call(register, { body }))
      const ana = await someone(locale)
      await ana.page.goto('/login')
      await alive(ana.page)
      await typeLogin(ana, locale, email, PASSWORD)
      await expect(alert(ana.page, m.ERROR_AUTH_USER_NOT_VERIFIED({}, o))).toBeVisible()

      await ana.page.getByRole('link', { name: m.login_verify({}, o) }).click()
      await ana.page.waitForURL('**/notverified')
      await expect(ana.page.getByLabel(m.field_email({}, o))).toHaveValue(email)
      await expect(
        ana.page.getByRole('button', { name: m.not_verified_submit({}, o) }),
      ).not.toHaveAttribute('aria-disabled')
    })

    test('needs no mouse', async ({ someone, town }) => {
      const { email } = await account(town, 'keys')
      const { page } = await someone(locale)
      await page.goto('/login')
      await alive(page)
      // The first stop leads past the navigation.
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
