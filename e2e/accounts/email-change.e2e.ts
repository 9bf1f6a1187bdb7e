import * as m from '#messages'
import { type Person, expect, test } from '../stage.ts'
import {
  LOCALES,
  PASSWORD,
  account,
  alert,
  enter,
  newEmail,
  notice,
  press,
  wear,
} from './people.ts'
import type { Locale } from '#messages/runtime'

async function ask(
  { page }: Person,
  locale: Locale,
  {
    email,
    newAddress,
    password = PASSWORD,
  }: { email: string; newAddress: string; password?: string },
): Promise<void> {
  const o = { locale }
  await page.getByRole('button', { name: m.security_change_email({}, o) }).click()
  await page.getByLabel(m.change_email_current({}, o)).fill(email)
  await page.getByLabel(m.change_email_new({}, o)).fill(newAddress)
  await page.getByLabel(m.change_email_password({}, o), { exact: true }).fill(password)
  await press(page.getByRole('dialog').getByRole('button', { name: m.change_email_submit({}, o) }))
}

for (const locale of LOCALES)
  test.describe(`another email, in ${locale}`, () => {
    const o = { locale }

    test('is asked for, confirmed by its mail, and signs in from then on', async ({
      someone,
      town,
    }) => {
      const { email, other } = await account(town, 'move')
      const newAddress = newEmail('moved')
      const ana = await someone(locale)
      await wear(ana, town, other)
      await ana.page.goto('/dashboard/security')
      await ask(ana, locale, { email, newAddress })
      await expect(notice(ana.page, m.change_email_done({}, o))).toBeVisible()
      await expect(ana.page.getByRole('dialog')).toBeHidden()

      await ana.page.goto(await town.waitForMailedLink(newAddress, 'confirm-email-change'))
      const done = ana.page.getByRole('heading', { name: m.email_change_done({}, o) })
      await expect(done).toBeVisible()
      await ana.page.reload()
      await expect(done).toBeVisible()
      await ana.page.waitForURL('**/dashboard?email_change=success', { timeout: 10_000 })
      await expect(ana.page.getByText(m.email_change_outcome_success({}, o))).toBeVisible()
      await ana.page.goto('/dashboard/security')
      await expect(ana.page.getByText(newAddress, { exact: true })).toBeVisible()

      await enter(await someone(locale), locale, newAddress)
    })

    test('that is wrong is refused, in the dialog or by the server', async ({ someone, town }) => {
      const { email, other } = await account(town, 'stay')
      const { email: taken } = await account(town, 'taken')
      const ana = await someone(locale, 360)
      await wear(ana, town, other)
      await ana.page.goto('/dashboard/security')
      await ask(ana, locale, { email: taken, newAddress: email })
      const dialog = ana.page.getByRole('dialog')
      await expect(dialog.getByRole('alert')).toContainText(m.issue_email_not_current({}, o))
      await expect(dialog.getByRole('alert')).toContainText(m.issue_email_same({}, o))
      await ana.page.keyboard.press('Escape')
      await expect(
        ana.page.getByRole('button', { name: m.security_change_email({}, o) }),
      ).toBeFocused()

      // Closes on an error too.
      await ask(ana, locale, { email, newAddress: taken })
      await expect(alert(ana.page, m.email_change_error({}, o))).toContainText(
        m.ERROR_AUTH_USER_ALREADY_EXISTS({}, o),
      )
      await expect(dialog).toBeHidden()
      await ask(ana, locale, { email, newAddress: newEmail('x'), password: 'Kiosko-1999' })
      await expect(alert(ana.page, m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o))).toBeVisible()
    })

    test('by a link that does not work leads to the login with the outcome', async ({
      someone,
    }) => {
      const ana = await someone(locale, 360)
      await ana.page.goto('/confirm-email-change/not-a-token-of-ours')
      await expect(
        ana.page.getByRole('heading', { name: m.email_change_failed({}, o) }),
      ).toBeVisible()
      await expect(alert(ana.page, m.email_change_error({}, o))).toBeVisible()
      await ana.page.waitForURL('**/login?email_change=error', { timeout: 10_000 })
      await expect(ana.page.getByText(m.email_change_outcome_error({}, o))).toBeVisible()
    })
  })
