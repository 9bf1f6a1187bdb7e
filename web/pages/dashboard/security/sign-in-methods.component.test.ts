import { describe, test } from 'vitest'
import { changePassword, listCommonWords, setPassword } from '#contract/accounts/passwords.ts'
import { type User, getUser, listProviders, requestEmailChange } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { expect, refusal, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/pages/dashboard/security/sign-in-methods.fixture.tsx')

const PASSWORD = 'Kiosko-1999'
const NEW_PASSWORD = 'Otra-Puerta-27'
const EMAIL = 'ana@mail.test'
const ana = (hasPassword: boolean): User => ({
  id: 1,
  email: EMAIL,
  roles: [],
  isVerified: true,
  hasPassword,
  providers: [],
  mercadoPagoAuth: false,
  secondFactor: { isActive: false, isMissing: false, isOffered: false, methods: [] },
})

async function showMethods({ hasPassword = true, providers = [] as User['providers'] } = {}) {
  const component = await openPage()
  const { answer, page, show } = component
  const user = ana(hasPassword)
  answer(listProviders, success(listProviders, { hasPassword, providers }))
  answer(listCommonWords, success(listCommonWords, { words: [] }))
  answer(getUser, success(getUser, user))
  await show('Methods', { user })
  const dialog = page.getByRole('dialog')
  return {
    ...component,
    dialog,
    alert: dialog.getByRole('alert'),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    errorToast: (title: string) => page.getByRole('alert').filter({ hasText: title }).first(),
  }
}

describe('the dialog that changes the password', () => {
  test('the dialog that changes the password stays open after a wrong one, and closes after success', async () => {
    const { answer, button, dialog, field, requestsTo, toasts } = await showMethods()
    answer(
      changePassword,
      refusal(400, 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD'),
      success(changePassword),
    )
    await button(m.security_change_password()).click()
    const current = field(m.change_password_current())
    await current.fill('Kiosko-2000')
    await field(m.field_new_password()).fill(NEW_PASSWORD)
    await field(m.field_confirm_new_password()).fill(NEW_PASSWORD)
    const submit = dialog.getByRole('button', { name: m.change_password_submit() })

    await submit.click()
    await expect(current).toHaveAccessibleDescription(m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD())
    await expect(current).toBeFocused()
    await expect(field(m.field_new_password())).toHaveValue(NEW_PASSWORD)
    await current.fill(PASSWORD)
    await submit.click()

    await expect(toasts).toContainText(m.change_password_done())
    await expect(dialog).toBeHidden()
    expect(requestsTo(changePassword).at(-1)!.body).toMatchObject({
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    })
  })

  test('the dialog that changes the password says at the new one that it was used before', async () => {
    const { answer, button, dialog, field } = await showMethods()
    answer(changePassword, refusal(400, 'ERROR_AUTH_PASSWORD_REUSE'))
    await button(m.security_change_password()).click()
    await field(m.change_password_current()).fill(PASSWORD)
    await field(m.field_new_password()).fill(NEW_PASSWORD)
    await field(m.field_confirm_new_password()).fill(NEW_PASSWORD)

    await dialog.getByRole('button', { name: m.change_password_submit() }).click()

    const password = field(m.field_new_password())
    await expect(password).toHaveAccessibleDescription(new RegExp(m.ERROR_AUTH_PASSWORD_REUSE()))
    await expect(password).toBeFocused()
  })
})

describe('the dialog that sets a first password', () => {
  test.each([
    ['success', success(setPassword)],
    ['a failure, which a toast reports', refusal(503, 'ERROR_SERVICE_UNAVAILABLE')],
  ])('the dialog that sets a first password closes after %s', async (outcome, answer) => {
    const {
      answer: answerNext,
      button,
      dialog,
      errorToast,
      field,
      requestsTo,
      toasts,
    } = await showMethods({ hasPassword: false })
    answerNext(setPassword, answer)
    await button(m.security_set_password()).click()
    await field(m.field_password()).fill(NEW_PASSWORD)
    await field(m.field_confirm_password()).fill(NEW_PASSWORD)

    await dialog.getByRole('button', { name: m.set_submit() }).click()

    await expect(dialog).toBeHidden()
    await expect(outcome === 'success' ? toasts : errorToast(m.set_failed())).toContainText(
      outcome === 'success' ? m.set_password_done() : m.ERROR_SERVICE_UNAVAILABLE(),
    )
    // Another tab may have set one, so the account is read again.
    await expect.poll(() => requestsTo(listProviders).length).toBe(2)
  })
})

test.each([
  ['can be unlinked from an account with a password', true],
  ['cannot be unlinked from an account without a password', false],
])('a Google account %s', async (_, hasPassword) => {
  const providers = [{ provider: 'google' as const, linked: true, createdAt: null }]
  const { button, page } = await showMethods({ hasPassword, providers })
  await expect(page.getByText(m.security_google_linked())).toBeVisible()

  await expect(button(m.security_unlink())).toHaveCount(hasPassword ? 1 : 0)
  await expect(page.getByText(m.security_google_needs_password())).toHaveCount(hasPassword ? 0 : 1)
})

describe('the dialog that changes the email', () => {
  test('the dialog that changes the email refuses a wrong present one and the same one, and gives the focus back', async () => {
    const { alert, button, dialog, field, page, requestsTo } = await showMethods()
    await button(m.security_change_email()).click()
    await field(m.change_email_current()).fill('eva@mail.test')
    await field(m.change_email_new()).fill(EMAIL)
    await field(m.change_email_password()).fill(PASSWORD)

    await dialog.getByRole('button', { name: m.change_email_submit() }).press('Enter')
    await expect(alert).toContainText(m.issue_email_not_current())
    await expect(alert).toContainText(m.issue_email_same())
    await page.keyboard.press('Escape')

    await expect(dialog).toBeHidden()
    await expect(button(m.security_change_email())).toBeFocused()
    expect(requestsTo(requestEmailChange)).toEqual([])
  })

  test.each([
    ['ERROR_AUTH_USER_ALREADY_EXISTS', m.ERROR_AUTH_USER_ALREADY_EXISTS()],
    ['ERROR_PASSWORD_INVALID_CURRENT_PASSWORD', m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD()],
  ] as const)(
    'the dialog that changes the email closes after %s, and a toast says why',
    async (code, text) => {
      const { answer, button, dialog, errorToast, field } = await showMethods()
      answer(requestEmailChange, refusal(400, code))
      await button(m.security_change_email()).click()
      await field(m.change_email_current()).fill(EMAIL)
      await field(m.change_email_new()).fill('nueva@mail.test')
      await field(m.change_email_password()).fill(PASSWORD)

      await dialog.getByRole('button', { name: m.change_email_submit() }).click()

      await expect(dialog).toBeHidden()
      await expect(errorToast(m.email_change_error())).toContainText(text)
    },
  )
})
