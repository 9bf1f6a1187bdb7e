import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { type Person, expect, test } from '../stage.ts'
import { LOCALES, PASSWORD, account, alert, alive, newEmail, notice, press } from './people.ts'

async function open({ page }: Person): Promise<void> {
  await page.goto('/register')
  await alive(page)
}

const fields = ({ page }: Person, locale: Locale) => {
  const o = { locale }
  return {
    email: page.getByLabel(m.field_email({}, o)),
    password: page.getByLabel(m.field_password({}, o), { exact: true }),
    confirm: page.getByLabel(m.field_confirm_password({}, o)),
    terms: page.getByRole('checkbox'),
    submit: page.getByRole('button', { name: m.register_submit({}, o) }),
  }
}

async function fill(person: Person, locale: Locale, email: string): Promise<void> {
  const form = fields(person, locale)
  await form.email.fill(email)
  await form.password.fill(PASSWORD)
  await form.confirm.fill(PASSWORD)
  await form.terms.check()
}

for (const locale of LOCALES)
  test.describe(`opening an account, in ${locale}`, () => {
    const o = { locale }

    test('a visitor registers, is told to look at the mail, and the mail comes', async ({
      someone,
      town,
    }) => {
      const ana = await someone(locale, 360)
      await open(ana)
      const email = newEmail('register')
      await fill(ana, locale, email)
      // The second press of a double click finds it under way.
      await fields(ana, locale).submit.dblclick()

      await ana.page.waitForURL('**/verifyemail')
      await expect(notice(ana.page, m.register_done({}, o))).toBeVisible()
      await expect(ana.page.getByText(m.email_sent_to({ email }, o))).toBeVisible()
      expect(await town.waitForMailedLink(email, 'verify')).toContain('/verify/')
      expect(await town.listMails(email)).toHaveLength(1)

      await ana.page.reload()
      await expect(ana.page.getByText(m.email_sent_to({ email }, o))).toBeVisible()
    })

    test('the form says what is missing, as it is typed', async ({ someone }) => {
      const ana = await someone(locale)
      await open(ana)
      const { email, password, confirm, submit } = fields(ana, locale)
      await expect(submit).toHaveAttribute('aria-disabled', 'true')
      const rules = ana.page.getByRole('listitem').filter({ hasText: m.password_rule_upper({}, o) })
      await expect(rules).not.toContainText(m.password_rule_met({}, o))

      await email.fill('ana')
      await password.fill('Kiosko')
      await expect(rules).toContainText(m.password_rule_met({}, o))
      await expect(ana.page.getByText(m.password_weak({}, o), { exact: true })).toBeVisible()
      await password.fill('kiosko-de-la-esquina')
      await expect(ana.page.getByText(m.issue_password_rules({}, o)).first()).toBeVisible()
      await password.fill(PASSWORD)
      await confirm.fill('Kiosko-2027')
      await expect(ana.page.getByText(m.issue_confirm_mismatch({}, o))).toBeVisible()
      await press(submit)

      const summary = ana.page.getByRole('alert').filter({ hasText: m.form_problems({}, o) })
      await expect(summary).toBeFocused()
      await expect(summary).toContainText(m.issue_email_invalid({}, o))
      await expect(summary).toContainText(m.issue_terms({}, o))
      // What stands first leads to its field.
      await summary.getByRole('button').first().press('Enter')
      await expect(email).toBeFocused()
      for (const name of [m.register_terms({}, o), m.register_privacy({}, o)])
        await expect(ana.page.locator('main').getByRole('link', { name })).toHaveAttribute(
          'target',
          '_blank',
        )
    })

    test('nothing typed is lost when it fails', async ({ someone, town }) => {
      const ana = await someone(locale)
      ana.forgive(/net::ERR_FAILED/)
      const { email } = await account(town, 'taken')
      await open(ana)
      await fill(ana, locale, email)
      const { submit } = fields(ana, locale)

      await press(submit)
      await expect(alert(ana.page, m.ERROR_AUTH_USER_ALREADY_EXISTS({}, o))).toBeVisible()
      await expect(fields(ana, locale).email).toHaveAttribute('aria-invalid', 'true')

      await ana.page.route('**/api/public/auth/register', route => route.abort())
      await fields(ana, locale).email.fill(newEmail('offline'))
      await press(submit)
      await expect(alert(ana.page, m.register_network({}, o))).toBeVisible()
      await expect(fields(ana, locale).password).toHaveValue(PASSWORD)

      // Without a captcha nothing is sent at all.
      let sent = 0
      await ana.page.route('**/api/public/auth/register', route => {
        sent += 1
        return route.continue()
      })
      await ana.page.route('**/api/public/captcha/challenge?*', route =>
        route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
      )
      await ana.page.reload()
      await alive(ana.page)
      await fill(ana, locale, newEmail('captcha'))
      await press(submit)
      await expect(alert(ana.page, m.register_captcha({}, o)).last()).toBeVisible()
      expect(sent).toBe(0)
    })

    test('the keyboard alone is enough', async ({ someone, town }) => {
      const ana = await someone(locale)
      await open(ana)
      const { page } = ana
      const email = newEmail('keys')
      await fields(ana, locale).email.focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      // Past the eye, which shows what was typed.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(fields(ana, locale).password).toHaveAttribute('type', 'text')
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(fields(ana, locale).terms).toBeFocused()
      await page.keyboard.press('Space')
      // Past the two documents.
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
      await expect(fields(ana, locale).submit).toBeFocused()
      await page.keyboard.press('Enter')

      await page.waitForURL('**/verifyemail')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.email_sent_title({}, o))
      await town.waitForMailedLink(email, 'verify')
    })
  })
