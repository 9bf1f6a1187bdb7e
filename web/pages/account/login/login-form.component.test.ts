import { describe, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, refusal, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/pages/account/login/login-form.fixture.tsx')

const EMAIL = 'ana@mail.test'
const PASSWORD = 'Otra-Puerta-27'

describe('the login form', () => {
  async function showForm() {
    const component = await openPage()
    await component.show('Login')
    const { page } = component
    return {
      ...component,
      email: page.getByLabel(m.field_email()),
      password: page.getByLabel(m.field_password(), { exact: true }),
      submit: page.getByRole('button', { name: m.login_submit(), exact: true }),
    }
  }

  test('the login form says that a password is too short for any account, and sends nothing', async () => {
    const { email, password, requestsTo, submit } = await showForm()
    await email.fill(EMAIL)
    await password.fill('short')

    await submit.press('Enter')

    await expect(password).toHaveAccessibleDescription(m.issue_password_invalid())
    expect(requestsTo(login)).toEqual([])
  })

  test('the login form keeps the address after a wrong password and after a network error, then signs in', async () => {
    const { address, answer, email, page, password, requestsTo, submit, toasts } = await showForm()
    answer(
      login,
      refusal(401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'),
      'offline',
      success(login, { id: 1, email: EMAIL }),
    )
    answer(getUser, refusal(401, 'ERROR_USER_NOT_AUTHORIZED'))
    await email.fill(EMAIL)
    await password.fill(PASSWORD)

    await submit.click()
    await expect(page.getByText(m.ERROR_AUTH_USER_NOT_AUTHORIZED()).first()).toBeVisible()
    await expect(email).toHaveValue(EMAIL)
    await submit.click()
    await expect(page.getByText(m.login_network()).first()).toBeVisible()
    await expect(page.getByText(m.ERROR_AUTH_USER_NOT_AUTHORIZED())).toHaveCount(0)
    await submit.click()

    await expect(address).toHaveText('/dashboard')
    await expect(toasts).toHaveCount(0)
    expect(requestsTo(login).map(({ body }) => body)).toEqual([
      { email: EMAIL, password: PASSWORD },
      { email: EMAIL, password: PASSWORD },
      { email: EMAIL, password: PASSWORD },
    ])
  })
})
