import { readFile } from 'node:fs/promises'
import * as m from '#messages'
import { addProduct } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import {
  PASSWORD,
  createAccount,
  getErrorAlert,
  waitForHydration,
  createGoogleAccount,
  getToast,
  forceClick,
  submitLoginForm,
  setSessionCookies,
} from '../actions/account-actions.ts'

const o = { locale: 'en' } as const

test('the security page downloads everything about the user as a file', async ({
  openBrowser,
  server,
}) => {
  const { email, apiClient } = await createAccount(server, 'export')
  await addProduct(server, apiClient, { name: 'Poncho' })
  const ana = await openBrowser('en')
  await setSessionCookies(ana, server, apiClient)
  const { page } = ana
  await server.expireProofs()
  await page.goto('/dashboard/security')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: m.data_export_button({}, o) }).click()
  const proof = page.getByRole('dialog')
  await proof.getByLabel(m.field_password({}, o), { exact: true }).fill(PASSWORD)
  await forceClick(proof.getByRole('button', { name: m.proof_submit({}, o) }))

  const file = await saved

  expect(file.suggestedFilename()).toContain(m.data_export_file({}, o))
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    account: [{ email }],
    products: [{ name: 'Poncho' }],
  })
  await expect(getToast(page, m.data_export_done({}, o))).toBeVisible()
})

test.describe('account closing', () => {
  test('closing an account asks for the password, ends the session and removes the products', async ({
    openBrowser,
    server,
  }) => {
    const { email, apiClient } = await createAccount(server, 'close')
    const { id } = await addProduct(server, apiClient, { name: 'Poncho' })
    const ana = await openBrowser('en')
    await setSessionCookies(ana, server, apiClient)
    const { page } = ana
    await page.goto('/dashboard/security')
    await page.getByRole('button', { name: m.close_account({}, o) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(m.close_account_stays_files({}, o))
    const submit = dialog.getByRole('button', { name: m.close_account_submit({}, o) })
    const password = dialog.getByLabel(m.close_account_password({}, o), { exact: true })
    await password.fill('Kiosko-1999')
    await forceClick(submit)
    await expect(password).toHaveAccessibleDescription(
      new RegExp(m.ERROR_PASSWORD_INVALID_CURRENT_PASSWORD({}, o)),
    )
    await expect(password).toBeFocused()

    await password.fill(PASSWORD)
    await forceClick(submit)
    await page.waitForURL(`${server.origin}/`)
    await expect(getToast(page, m.close_account_done({}, o))).toBeVisible()
    await page.goto('/dashboard/security')
    await page.waitForURL('**/login?returnTo=*')
    await waitForHydration(page)
    await submitLoginForm(ana, 'en', email, PASSWORD)
    await expect(getErrorAlert(page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
    expect((await page.request.get(`/product/${id}`)).status()).toBe(404)
  })

  test('closing an account without a password asks for a confirmation checkbox', async ({
    openBrowser,
    server,
  }) => {
    const { apiClient } = await createGoogleAccount(server, 'close')
    const ana = await openBrowser('en', 360)
    await setSessionCookies(ana, server, apiClient)
    const { page } = ana
    await page.goto('/dashboard/security')
    await page.getByRole('button', { name: m.close_account({}, o) }).click()
    const submit = page
      .getByRole('dialog')
      .getByRole('button', { name: m.close_account_submit({}, o) })
    await forceClick(submit)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(m.issue_sure({}, o))
    await page.getByRole('checkbox', { name: m.close_account_sure({}, o) }).check()
    await forceClick(submit)
    await page.waitForURL(`${server.origin}/`)
    await page.goto('/dashboard')
    await page.waitForURL('**/login?returnTo=*')
  })
})
