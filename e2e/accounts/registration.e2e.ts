import * as m from '#messages'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import {
  PASSWORD,
  waitForHydration,
  createUniqueEmail,
  getToast,
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
