import * as m from '#messages'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import {
  PASSWORD,
  createAccount,
  getErrorAlert,
  waitForHydration,
  createUniqueEmail,
  getToast,
  forceClick,
} from '../actions/account-actions.ts'

const o = { locale: 'en' } as const

async function openRegistration({ page }: BrowserUser): Promise<void> {
  await page.goto('/register')
  await waitForHydration(page)
}

const formFields = ({ page }: BrowserUser) => {
  return {
    email: page.getByLabel(m.field_email({}, o)),
    password: page.getByLabel(m.field_password({}, o), { exact: true }),
    confirm: page.getByLabel(m.field_confirm_password({}, o)),
    terms: page.getByRole('checkbox'),
    submit: page.getByRole('button', { name: m.register_submit({}, o) }),
  }
}

async function fillForm(user: BrowserUser, email: string): Promise<void> {
  const form = formFields(user)
  await form.email.fill(email)
  await form.password.fill(PASSWORD)
  await form.confirm.fill(PASSWORD)
  await form.terms.check()
}

test.describe('registration', () => {
  test('a visitor who registers sees the notice about the verification mail and receives it', async ({
    openBrowser,
    server,
  }) => {
    const ana = await openBrowser('en', 360)
    await openRegistration(ana)
    const email = createUniqueEmail('register')
    await fillForm(ana, email)
    // The second click of the double click must not send a second request.
    await formFields(ana).submit.dblclick()

    await ana.page.waitForURL('**/verifyemail')
    await expect(getToast(ana.page, m.register_done({}, o))).toBeVisible()
    await expect(ana.page.getByText(m.email_sent_to({ email }, o))).toBeVisible()
    expect(await server.waitForMailedLink(email, 'verify')).toContain('/verify/')
    expect(await server.listMails(email)).toHaveLength(1)

    await ana.page.reload()
    await expect(ana.page.getByText(m.email_sent_to({ email }, o))).toBeVisible()
  })

  test('the registration form shows while typing what is missing or invalid', async ({
    openBrowser,
  }) => {
    const ana = await openBrowser('en')
    await openRegistration(ana)
    const { email, password, confirm, submit } = formFields(ana)
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
    await forceClick(submit)

    const summary = ana.page.getByRole('alert').filter({ hasText: m.form_problems({}, o) })
    await expect(summary).toBeFocused()
    await expect(summary).toContainText(m.issue_email_invalid({}, o))
    await expect(summary).toContainText(m.issue_terms({}, o))
    // Pressing Enter on the first entry of the error summary moves the focus to the field of that error.
    await summary.getByRole('button').first().press('Enter')
    await expect(email).toBeFocused()
    for (const name of [m.register_terms({}, o), m.register_privacy({}, o)])
      await expect(ana.page.locator('main').getByRole('link', { name })).toHaveAttribute(
        'target',
        '_blank',
      )
  })

  test('the registration form keeps the typed values when the request fails', async ({
    openBrowser,
    server,
  }) => {
    const ana = await openBrowser('en')
    ana.allowConsoleError(/net::ERR_FAILED/)
    const { email } = await createAccount(server, 'taken')
    await openRegistration(ana)
    await fillForm(ana, email)
    const { submit } = formFields(ana)

    await forceClick(submit)
    await expect(formFields(ana).email).toHaveAccessibleDescription(
      m.ERROR_AUTH_USER_ALREADY_EXISTS({}, o),
    )
    await expect(formFields(ana).email).toBeFocused()
    await expect(ana.page.locator('.Toastify__toast')).toHaveCount(0)

    await ana.page.route('**/api/public/auth/register', route => route.abort())
    await formFields(ana).email.fill(createUniqueEmail('offline'))
    await forceClick(submit)
    await expect(getErrorAlert(ana.page, m.register_network({}, o))).toBeVisible()
    await expect(formFields(ana).password).toHaveValue(PASSWORD)

    // The form sends no registration request if the captcha challenge cannot be fetched.
    let registerRequests = 0
    await ana.page.route('**/api/public/auth/register', route => {
      registerRequests += 1
      return route.continue()
    })
    await ana.page.route('**/api/public/captcha/challenge?*', route =>
      route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
    )
    await ana.page.reload()
    await waitForHydration(ana.page)
    await fillForm(ana, createUniqueEmail('captcha'))
    await forceClick(submit)
    await expect(getErrorAlert(ana.page, m.register_captcha({}, o)).last()).toBeVisible()
    expect(registerRequests).toBe(0)
  })

  test('the registration form can be used by keyboard alone @core', async ({
    openBrowser,
    server,
  }) => {
    const ana = await openBrowser('en')
    await openRegistration(ana)
    const { page } = ana
    const email = createUniqueEmail('keys')
    await formFields(ana).email.focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    // The next element in the tab order is the button that shows the password.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(formFields(ana).password).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(formFields(ana).terms).toBeFocused()
    await page.keyboard.press('Space')
    // Two links to legal documents come before the submit button.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
    await expect(formFields(ana).submit).toBeFocused()
    await page.keyboard.press('Enter')

    await page.waitForURL('**/verifyemail')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.email_sent_title({}, o))
    await server.waitForMailedLink(email, 'verify')
  })
})
