import * as m from '#messages'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import {
  NEW_PASSWORD,
  PASSWORD,
  createAccount,
  getErrorAlert,
  waitForHydration,
  fillPasswordTwice,
  signIn,
  createGoogleAccount,
  getToast,
  forceClick,
  submitLoginForm,
} from '../actions/account-actions.ts'

const o = { locale: 'en' } as const

async function requestRecoveryMail({ page }: BrowserUser, email: string): Promise<void> {
  await page.goto('/recover')
  await waitForHydration(page)
  await page.getByLabel(m.field_email({}, o)).fill(email)
  await forceClick(page.getByRole('button', { name: m.recover_submit({}, o) }))
  await expect(page.getByRole('heading', { name: m.recover_sent_title({}, o) })).toBeFocused()
}

test.describe('password recovery', () => {
  const labels: [string, string] = [
    m.field_new_password({}, o),
    m.field_confirm_new_password({}, o),
  ]

  test('a forgotten password is reset by the mailed link, which works once', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await createAccount(server, 'recover')
    const ana = await openBrowser('en')
    await requestRecoveryMail(ana, email)
    await expect(getToast(ana.page, m.recover_neutral({}, o))).toBeVisible()

    await ana.page.goto(await server.waitForMailedLink(email, 'reset'))
    await waitForHydration(ana.page)
    await fillPasswordTwice(ana.page, labels, PASSWORD)
    const submit = ana.page.getByRole('button', { name: m.reset_submit({}, o) })
    await forceClick(submit)
    const password = ana.page.getByLabel(labels[0], { exact: true })
    await expect(password).toHaveAccessibleDescription(
      new RegExp(m.ERROR_AUTH_PASSWORD_REUSE({}, o)),
    )
    await expect(password).toBeFocused()
    await expect(ana.page.locator('.Toastify__toast--error')).toHaveCount(0)

    await fillPasswordTwice(ana.page, labels, NEW_PASSWORD)
    await forceClick(submit)
    await expect(getToast(ana.page, m.reset_done({}, o))).toBeVisible()
    await ana.page.waitForURL('**/login')
    await waitForHydration(ana.page)
    await submitLoginForm(ana, 'en', email, PASSWORD)
    await expect(getErrorAlert(ana.page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
    await submitLoginForm(ana, 'en', email, NEW_PASSWORD)
    await ana.page.waitForURL('**/dashboard')

    // A used link shows an error and offers to request another mail.
    const secondVisit = await openBrowser('en', 360)
    await secondVisit.page.goto(await server.waitForMailedLink(email, 'reset'))
    await waitForHydration(secondVisit.page)
    await fillPasswordTwice(secondVisit.page, labels, 'Tercera-Puerta-9')
    await forceClick(secondVisit.page.getByRole('button', { name: m.reset_submit({}, o) }))
    await expect(
      getErrorAlert(secondVisit.page, m.ERROR_INVALID_OR_EXPIRED_TOKEN({}, o)),
    ).toBeVisible()
    await secondVisit.page.getByRole('link', { name: m.link_spent_again({}, o) }).click()
    await secondVisit.page.waitForURL('**/recover')
  })

  test('recovery sets a first password for an account that signs in with Google', async ({
    openBrowser,
    server,
  }) => {
    const { email } = await createGoogleAccount(server, 'set')
    const ana = await openBrowser('en')
    await requestRecoveryMail(ana, email)
    await ana.page.goto(await server.waitForMailedLink(email, 'set'))
    await waitForHydration(ana.page)
    await fillPasswordTwice(ana.page, labels, NEW_PASSWORD)
    await forceClick(ana.page.getByRole('button', { name: m.set_submit({}, o) }))
    await expect(getToast(ana.page, m.set_done({}, o))).toBeVisible()
    await ana.page.waitForURL('**/login')
    await signIn(ana, 'en', email, NEW_PASSWORD)
  })
})
