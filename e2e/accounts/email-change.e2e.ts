import { requestEmailChange as requestChange } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import {
  PASSWORD,
  createAccount,
  getErrorAlert,
  signIn,
  createUniqueEmail,
  getToast,
  forceClick,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const

async function requestEmailChange(
  { page }: BrowserUser,
  { email, newAddress }: { email: string; newAddress: string },
): Promise<void> {
  await page.getByRole('button', { name: m.security_change_email({}, o) }).click()
  await page.getByLabel(m.change_email_current({}, o)).fill(email)
  await page.getByLabel(m.change_email_new({}, o)).fill(newAddress)
  await page.getByLabel(m.change_email_password({}, o), { exact: true }).fill(PASSWORD)
  await forceClick(
    page.getByRole('dialog').getByRole('button', { name: m.change_email_submit({}, o) }),
  )
}

test.describe('email change', () => {
  test('the email of an account changes once the link sent to the new address is opened', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createAccount(server, 'move')
    const newAddress = createUniqueEmail('moved')
    const ana = await openBrowser('es')
    await setSessionCookies(ana, server, apiClient)
    await ana.page.goto('/dashboard/security')
    await requestEmailChange(ana, { email, newAddress })
    await expect(getToast(ana.page, m.change_email_done({}, o))).toBeVisible()
    await expect(ana.page.getByRole('dialog')).toBeHidden()

    await ana.page.goto(await server.waitForMailedLink(newAddress, 'confirm-email-change'))
    const done = ana.page.getByRole('heading', { name: m.email_change_done({}, o) })
    await expect(done).toBeVisible()
    await ana.page.reload()
    await expect(done).toBeVisible()
    await ana.page.waitForURL('**/dashboard?email_change=success')
    await expect(ana.page.getByText(m.email_change_outcome_success({}, o))).toBeVisible()
    await ana.page.goto('/dashboard/security')
    await expect(ana.page.getByText(newAddress, { exact: true })).toBeVisible()

    await signIn(await openBrowser('es'), 'es', newAddress)
  })

  test('the link of an email change asks for a press if it is opened in another browser', async ({
    openBrowser,
    server,
  }) => {
    const { apiClient } = await createAccount(server, 'asked')
    const newAddress = createUniqueEmail('press')
    await apiClient.call(requestChange, { body: { newEmail: newAddress, password: PASSWORD } })
    const phone = await openBrowser('es', 360)
    let confirmations = 0
    phone.page.on('request', request => {
      if (request.url().includes('/api/public/auth/confirm-email-change/')) confirmations += 1
    })
    await phone.page.goto(await server.waitForMailedLink(newAddress, 'confirm-email-change'))
    await expect(
      phone.page.getByRole('heading', { name: m.email_change_ask_title({}, o) }),
    ).toBeFocused()
    await checkScreen(phone.page, 'email-change-asks')
    expect(confirmations).toBe(0)

    await phone.page.getByRole('button', { name: m.email_change_ask_submit({}, o) }).click()
    await expect(
      phone.page.getByRole('heading', { name: m.email_change_done({}, o) }),
    ).toBeVisible()
    expect(confirmations).toBe(1)
  })

  test('an invalid confirmation link leads to the login page, which shows the error', async ({
    openBrowser,
  }) => {
    const ana = await openBrowser('es', 360)
    await ana.page.goto('/confirm-email-change/not-a-token-of-ours')
    await expect(
      ana.page.getByRole('heading', { name: m.email_change_failed({}, o) }),
    ).toBeVisible()
    await expect(getErrorAlert(ana.page, m.email_change_error({}, o))).toBeVisible()
    await ana.page.waitForURL('**/login?email_change=error')
    await expect(ana.page.getByText(m.email_change_outcome_error({}, o))).toBeVisible()
  })
})
