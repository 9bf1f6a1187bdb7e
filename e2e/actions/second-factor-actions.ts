import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { showCode } from '#tools/test-app/second-factors.ts'
import { type BrowserUser, expect } from '../fixtures.ts'
import { waitForHydration } from './account-actions.ts'

/**
 * Gives a page an authenticator that creates and uses passkeys without asking.
 * @returns a function that lets the authenticator answer or wait: while it answers, it also accepts the suggestions of
 * the login form at once. A request that reached it while it waited is never answered.
 */
export async function addVirtualAuthenticator({
  page,
  context,
}: BrowserUser): Promise<(answers: boolean) => Promise<void>> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async enabled => {
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
}

/** Opens the page of the second factors. */
export async function openSecondFactors(page: Page, locale: Locale): Promise<void> {
  await page.goto('/dashboard/security/second-factor')
  await expect(
    page.getByRole('heading', { level: 1, name: m.second_factor_title({}, { locale }) }),
  ).toBeVisible()
}

/** Sets up an authenticator app by its text, with the current code. Returns the secret. */
export async function setUpAuthenticatorApp(page: Page, locale: Locale): Promise<string> {
  const o = { locale }
  await page.getByRole('button', { name: m.totp_add({}, o) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: m.totp_qr_label({}, o) })).toBeVisible()
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()
  const secret = shown!.replaceAll(' ', '')
  await dialog.getByLabel(m.totp_code({}, o)).fill(showCode(secret))
  await dialog.getByRole('button', { name: m.totp_activate({}, o) }).click()
  return secret
}

/** Reads the recovery codes that are shown once, and closes their dialog. */
export async function saveRecoveryCodes(page: Page, locale: Locale): Promise<string[]> {
  const o = { locale }
  const dialog = page.getByRole('dialog', { name: m.recovery_codes_save_title({}, o) })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  const done = dialog.getByRole('button', { name: m.recovery_codes_done({}, o) })
  await done.click()
  await expect(dialog.getByText(m.recovery_codes_save_first({}, o))).toBeVisible()
  await dialog.getByLabel(m.recovery_codes_saved({}, o)).check()
  await done.click()
  await expect(dialog).toBeHidden()
  return codes
}

/** Forgets the session of a browser but not the device, as if the session had expired. */
export async function forgetSession({ context }: BrowserUser): Promise<void> {
  const cookies = await context.cookies()
  await context.clearCookies()
  await context.addCookies(cookies.filter(({ name }) => name.startsWith('device')))
}

/** Waits for the page of the second step. */
export async function waitForSecondStep(page: Page, locale: Locale): Promise<void> {
  await page.waitForURL('**/login/second-step*')
  await expect(
    page.getByRole('heading', { level: 1, name: m.second_step_title({}, { locale }) }),
  ).toBeVisible()
  await waitForHydration(page)
}
