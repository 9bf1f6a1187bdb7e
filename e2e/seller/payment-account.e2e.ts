import { getPaymentAccount } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { linkMercadoPago, expectOk } from '#tools/api-client/creator.ts'
import { expect, test } from '../fixtures.ts'
import {
  PASSWORD,
  getToast,
  setSessionCookies,
  signInOnNewDevice,
} from '../actions/account-actions.ts'
import { createSeller } from '../actions/seller-actions.ts'

const o = { locale: 'es' } as const

const PAYMENT_PAGE = '/dashboard/profile/payment'

test('unlinking long after the login asks for the password first', async ({
  openBrowser,
  server,
}) => {
  const { email } = await createSeller(server, 'proof')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
  await server.expireProofs()
  const { page } = ana
  await page.goto(PAYMENT_PAGE)
  const unlink = async () => {
    await page.getByRole('button', { name: m.payment_unlink({}, o) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.payment_unlink({}, o) })
      .click()
  }
  const proof = page.getByRole('dialog', { name: m.proof_title({}, o) })
  const password = proof.getByLabel(m.field_password({}, o), { exact: true })

  await unlink()
  await expect(proof).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(page.getByText(m.payment_linked_title({}, o))).toBeVisible()
  await expect(page.locator('.Toastify').getByRole('alert')).toHaveCount(0)

  await unlink()
  await password.fill('Kiosko-0000')
  await proof.getByRole('button', { name: m.proof_submit({}, o) }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(PASSWORD)
  await proof.getByRole('button', { name: m.proof_submit({}, o) }).click()

  await expect(getToast(page, m.payment_unlinked({}, o))).toBeVisible()
  await expect(page.getByText(m.payment_unlinked_title({}, o))).toBeVisible()
})

test('a new payment account waits a day and is undone by the link in the email', async ({
  openBrowser,
  server,
}) => {
  const { email, api } = await createSeller(server, 'replaced')
  const { collectorId } = expectOk(await api.call(getPaymentAccount, {}))
  const newAccount = '2147483645'
  await linkMercadoPago(api, newAccount)
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.goto(PAYMENT_PAGE)
  const undoOnSite = page.getByRole('button', { name: m.payment_replacement_cancel({}, o) })
  await expect(undoOnSite).toBeVisible()
  await expect(
    page.getByText(m.payment_account_id({ id: collectorId! }, o), { exact: true }),
  ).toBeVisible()

  const stranger = await openBrowser('es')
  await stranger.page.goto(await server.waitForMailedLink(email, 'undo-account-change'))
  await stranger.page.getByRole('button', { name: m.undo_account_submit({}, o) }).click()
  await expect(
    stranger.page.getByRole('heading', { name: m.undo_account_done({}, o) }),
  ).toBeVisible()

  await page.reload()
  await expect(
    page.getByText(m.payment_account_id({ id: collectorId! }, o), { exact: true }),
  ).toBeVisible()
  await expect(undoOnSite).toBeHidden()
  await stranger.page.reload()
  await stranger.page.getByRole('button', { name: m.undo_account_submit({}, o) }).click()
  await expect(
    stranger.page.getByRole('heading', { name: m.undo_account_failed({}, o) }),
  ).toBeVisible()
})
