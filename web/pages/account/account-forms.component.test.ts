import { describe, test } from 'vitest'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import { listCommonWords, recoverPassword } from '#contract/accounts/passwords.ts'
import { register } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { expect, refusal, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/pages/account/account-forms.fixture.tsx')

const EMAIL = 'ana@mail.test'
const PASSWORD = 'Otra-Puerta-27'

describe('the registration form', () => {
  async function showForm({ hasCaptcha = true } = {}) {
    const component = await openPage()
    if (!hasCaptcha) component.answer(getCaptchaChallenge, refusal(429, 'ERROR_TOO_MANY_REQUESTS'))
    component.answer(listCommonWords, success(listCommonWords, { words: ['kiosko'] }))
    await component.show('Register')
    const { page } = component
    const form = {
      email: page.getByLabel(m.field_email()),
      password: page.getByLabel(m.field_password(), { exact: true }),
      confirmation: page.getByLabel(m.field_confirm_password()),
      terms: page.getByRole('checkbox'),
      submit: page.getByRole('button', { name: m.register_submit() }),
      summary: page.getByRole('alert').filter({ hasText: m.form_problems() }),
    }
    const fill = async () => {
      await form.email.fill(EMAIL)
      await form.password.fill(PASSWORD)
      await form.confirmation.fill(PASSWORD)
      await form.terms.check()
    }
    return { ...component, ...form, fill }
  }

  test('the registration form ticks while typing which rules a password meets', async () => {
    const { page, password } = await showForm()
    const rule = page.getByRole('listitem').filter({ hasText: m.password_rule_upper() })
    await expect(rule).not.toContainText(m.password_rule_met())

    await password.fill('Kiosko')
    await expect(rule).toContainText(m.password_rule_met())
    await expect(page.getByText(m.password_weak(), { exact: true })).toBeVisible()
    await password.fill('kiosko-de-la-esquina')

    await expect(page.getByText(m.issue_password_rules()).first()).toBeVisible()
  })

  test('the registration form says what is missing or different, and leads to the first of it', async () => {
    const { confirmation, email, page, password, submit, summary } = await showForm()
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await email.fill('ana')
    await password.fill(PASSWORD)
    await confirmation.fill('Kiosko-2027')
    await expect(page.getByText(m.issue_confirm_mismatch())).toBeVisible()

    await submit.press('Enter')

    await expect(summary).toBeFocused()
    await expect(summary.getByRole('listitem')).toHaveText([
      m.issue_email_invalid(),
      m.issue_confirm_mismatch(),
      m.issue_terms(),
    ])
    await summary.getByRole('button').first().press('Enter')
    await expect(email).toBeFocused()
  })

  test('the registration form opens the documents that are accepted in a tab of their own', async () => {
    const { page } = await showForm()

    for (const name of [m.register_terms(), m.register_privacy()])
      await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  })

  test('the registration form says at the field that an address has an account', async () => {
    const { answer, email, fill, password, submit, toasts } = await showForm()
    answer(register, refusal(409, 'ERROR_AUTH_USER_ALREADY_EXISTS'))
    await fill()

    await submit.click()

    await expect(email).toHaveAccessibleDescription(m.ERROR_AUTH_USER_ALREADY_EXISTS())
    await expect(email).toBeFocused()
    await expect(password).toHaveValue(PASSWORD)
    await expect(toasts).toHaveCount(0)
  })

  test('the registration form keeps what was typed while there is no connection, and registers once there is', async () => {
    const { address, answer, email, fill, password, requestsTo, submit, toasts } = await showForm()
    answer(register, 'offline', success(register, { id: 1, email: EMAIL }))
    await fill()
    await submit.click()
    await expect(toasts).toContainText(m.register_network())
    await expect(email).toHaveValue(EMAIL)
    await expect(password).toHaveValue(PASSWORD)

    await submit.click()

    await expect(address).toHaveText('/verifyemail')
    expect(requestsTo(register).map(({ body }) => body)).toEqual([
      { email: EMAIL, password: PASSWORD, confirm_password: PASSWORD, tyc: true },
      { email: EMAIL, password: PASSWORD, confirm_password: PASSWORD, tyc: true },
    ])
  })

  test('the registration form without a captcha says so and sends nothing', async () => {
    const { fill, requestsTo, submit, toasts } = await showForm({ hasCaptcha: false })
    await fill()

    await submit.click()

    await expect(toasts).toContainText(m.register_captcha())
    expect(requestsTo(register)).toEqual([])
  })
})

describe('the recovery page', () => {
  async function showPage() {
    const component = await openPage()
    await component.show('Recover')
    const { page } = component
    return {
      ...component,
      email: page.getByLabel(m.field_email()),
      submit: page.getByRole('button', { name: m.recover_submit() }),
      heading: page.getByRole('heading', { name: m.recover_sent_title() }),
    }
  }

  test('the recovery page says that a mail comes if the address has an account', async () => {
    const { answer, email, heading, submit, toasts } = await showPage()
    answer(recoverPassword, success(recoverPassword))
    await email.fill(EMAIL)

    await submit.click()

    await expect(heading).toBeFocused()
    await expect(toasts).toContainText(m.recover_neutral())
  })

  test('the recovery page reports a failed request for another address, and its first answer stays', async () => {
    const { answer, email, heading, page, submit, toasts } = await showPage()
    answer(recoverPassword, success(recoverPassword), 'offline')
    await email.fill(EMAIL)
    await submit.click()
    await expect(heading).toBeFocused()
    await page.getByRole('button', { name: m.recover_other() }).click()

    await email.fill('eva@mail.test')
    await submit.click()

    const failure = page.getByRole('alert').filter({ hasText: m.recover_failed() })
    await expect(failure).toContainText(m.no_connection())
    await expect(email).toHaveValue('eva@mail.test')
    await expect(toasts).toContainText(m.recover_neutral())
  })
})
