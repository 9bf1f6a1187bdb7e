import { describe, test } from 'vitest'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import { changePassword } from '#contract/accounts/passwords.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import {
  type ComponentPage,
  expect,
  refusal,
  success,
  useComponentPage,
} from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/shared/forms/endpoint-form.fixture.tsx')
const OLD = 'Kiosko-1999'
const NEW = 'Otra-Puerta-27'

const partsOf = ({ page }: ComponentPage) => ({
  old: page.getByLabel('Old'),
  fresh: page.getByLabel('New'),
  submit: page.getByRole('button', { name: 'Change' }),
  failure: page.getByRole('alert').filter({ hasText: 'It was not changed' }),
  summary: page.getByRole('alert').filter({ hasText: m.form_problems() }),
})

/** Shows the form with two values that are valid. */
async function showFilledForm(props: Record<string, unknown> = {}) {
  const component = await openPage()
  return fillForm(component, props)
}

async function fillForm(component: ComponentPage, props: Record<string, unknown> = {}) {
  await component.show('TwoFields', props)
  const parts = partsOf(component)
  await parts.old.fill(OLD)
  await parts.fresh.fill(NEW)
  return { ...component, ...parts }
}

describe('a form', () => {
  test('a form shows while typing what is wrong with a field, and its button looks disabled until all is right', async () => {
    const component = await openPage()
    await component.show('TwoFields')
    const { old, fresh, submit } = partsOf(component)

    await old.fill('short')

    await expect(old).toHaveAccessibleDescription(m.issue_password_invalid())
    await expect(old).toHaveAttribute('aria-invalid', 'true')
    await expect(fresh).not.toHaveAttribute('aria-invalid')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await old.fill(OLD)
    await fresh.fill(NEW)
    await expect(old).toHaveAccessibleDescription('')
    await expect(submit).not.toHaveAttribute('aria-disabled')
  })

  test('a form that is submitted with errors lists them from top to bottom, and each leads to its field', async () => {
    const component = await openPage()
    await component.show('TwoFields')
    const { old, fresh, submit, summary } = partsOf(component)

    await fresh.fill('kiosko')
    await submit.press('Enter')

    await expect(summary).toBeFocused()
    await expect(summary.getByRole('listitem')).toHaveText([
      m.issue_password_required(),
      m.issue_password_length(LIMITS.password),
    ])
    await summary.getByRole('button').first().press('Enter')
    await expect(old).toBeFocused()
    expect(component.requestsTo(changePassword)).toEqual([])
  })

  test('a form keeps the focus in the field where its user mends an error', async () => {
    const component = await openPage()
    await component.show('TwoFields')
    const { old, fresh, submit, summary } = partsOf(component)
    await submit.press('Enter')
    await expect(summary).toBeFocused()

    await old.fill(OLD)
    await fresh.pressSequentially('Otra')

    await expect(fresh).toBeFocused()
    await expect(fresh).toHaveValue('Otra')
  })

  test('a form sends its values once, also after a double click, and its button is busy meanwhile', async () => {
    const { answer, page, requestsTo, submit } = await showFilledForm()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer(
      changePassword,
      promise.then(() => success(changePassword)),
    )

    await submit.dblclick()
    await submit.press('Enter')

    await expect(submit).toHaveAttribute('aria-busy', 'true')
    await expect(submit).not.toHaveAttribute('aria-disabled')
    resolve()
    await expect(page).toHaveTitle('done')
    await expect(submit).not.toHaveAttribute('aria-busy')
    expect(requestsTo(changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: OLD, newPassword: NEW, googleRecaptchaToken: expect.any(String) },
    ])
  })

  test('a form shows an error code of its catalogue at the field that it names, which takes the focus', async () => {
    const { answer, failure, fresh, old, submit } = await showFilledForm()
    answer(changePassword, refusal(400, 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD'))

    await submit.click()

    await expect(old).toHaveAccessibleDescription(m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD())
    await expect(old).toBeFocused()
    await expect(old).toHaveValue(OLD)
    await expect(fresh).toHaveValue(NEW)
    await expect(failure).toHaveCount(0)
  })

  test('a form shows the server’s sentences at the fields of the request', async () => {
    const { answer, failure, fresh, submit } = await showFilledForm()
    const issues = [{ path: 'newPassword', message: 'La usa demasiada gente' }]
    answer(changePassword, refusal(400, 'INVALID_DATA', { issues }))

    await submit.click()

    await expect(fresh).toHaveAccessibleDescription('La usa demasiada gente')
    await expect(fresh).toBeFocused()
    await expect(failure).toHaveCount(0)
  })

  test('a form shows above its button an error that belongs to no field', async () => {
    const { answer, failure, submit } = await showFilledForm()
    answer(changePassword, refusal(503, 'ERROR_SERVICE_UNAVAILABLE'))

    await submit.click()

    await expect(failure).toContainText(m.ERROR_SERVICE_UNAVAILABLE())
  })

  test('a form that could not reach the server keeps what was typed and sends it at the next press', async () => {
    const { answer, failure, fresh, page, requestsTo, submit } = await showFilledForm()
    answer(changePassword, 'offline', success(changePassword))

    await submit.click()
    await expect(failure).toContainText(m.no_connection())
    await expect(fresh).toHaveValue(NEW)
    await submit.click()

    await expect(page).toHaveTitle('done')
    await expect(failure).toHaveCount(0)
    // A captcha is valid once.
    const captchas = requestsTo(changePassword).map(({ body }) => JSON.stringify(body))
    expect(new Set(captchas).size).toBe(2)
  })

  test('a form without a captcha says so and sends nothing', async () => {
    const component = await openPage()
    component.answer(getCaptchaChallenge, refusal(429, 'ERROR_TOO_MANY_REQUESTS'))
    const { failure, requestsTo, submit } = await fillForm(component)

    await submit.click()

    await expect(failure).toContainText(m.ERROR_CAPTCHA_FAILED())
    expect(requestsTo(changePassword)).toEqual([])
  })

  test('a form can be replaced by what its page shows after a failure', async () => {
    const { answer, failure, page, submit } = await showFilledForm({ isReplaced: true })
    answer(changePassword, refusal(409, 'ERROR_USER_NOT_AUTHORIZED'))

    await submit.click()

    await expect(page).toHaveTitle('replaced after ERROR_USER_NOT_AUTHORIZED')
    await expect(failure).toHaveCount(0)
  })

  test('a form that is cancelled sends nothing', async () => {
    const { page, requestsTo } = await showFilledForm()

    await page.getByRole('button', { name: m.cancel() }).click()

    await expect(page).toHaveTitle('cancelled')
    expect(requestsTo(changePassword)).toEqual([])
  })
})
