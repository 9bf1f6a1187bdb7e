import type { Locator, Page } from '@playwright/test'
import { login } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { insertSignedInUser } from '#tools/test-app/rows.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { type BrowserUser, expect } from '../fixtures.ts'

export { PASSWORD }
export const NEW_PASSWORD = 'Otra-Puerta-27'
export const LOCALES: Locale[] = ['es', 'en']

let emailCount = 0
/** Returns an unused email address that begins with `prefix`. */
export const createUniqueEmail = (prefix: string): string =>
  `${prefix}-${(emailCount += 1)}@people.test`

/** Creates a verified account by rows; returns a client with the session of the account. */
export async function createAccount(
  server: TestServer,
  emailPrefix: string,
): Promise<{ email: string; apiClient: ApiClient }> {
  const email = createUniqueEmail(emailPrefix)
  const apiClient = new ApiClient(server.origin)
  await insertSignedInUser(await server.openRows(), apiClient, email)
  return { email, apiClient }
}

/** Creates an account whose only sign-in method is Google. */
export async function createGoogleAccount(
  server: TestServer,
  emailPrefix: string,
): Promise<{ email: string; apiClient: ApiClient }> {
  const email = createUniqueEmail(emailPrefix)
  const apiClient = new ApiClient(server.origin)
  await signInWithGoogle(apiClient, { email })
  return { email, apiClient }
}

/** Signs in by the API with an email and a password, as from a new device; returns a client with the session. */
export async function signInOnNewDevice(
  server: TestServer,
  email: string,
  password = PASSWORD,
): Promise<ApiClient> {
  const device = new ApiClient(server.origin)
  expectOk(await device.call(login, { body: { email, password } }))
  return device
}

/** Copies the session cookies of an API client into a browser. */
export async function setSessionCookies(
  { context }: Pick<BrowserUser, 'context'>,
  server: TestServer,
  apiClient: ApiClient,
): Promise<void> {
  await context.addCookies(
    [...apiClient.cookies]
      .filter(([name]) => name !== 'lang')
      .map(([name, value]) => ({ name, value, url: server.origin })),
  )
}

/** Waits until the form of the page is there, and React has hydrated the page and every part of it. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('main :is(form, fieldset)').first()).toBeVisible()
  await page.waitForFunction(
    () => window.preHydration.isHydrated && !document.querySelector('[data-asleep]'),
  )
}

/** Clicks a button even if it has `aria-disabled`, as a user can; the form then shows what is missing. */
export const forceClick = (button: Locator): Promise<void> => button.click({ force: true })

/** Locates an element of the role `alert` by its text. */
export const getErrorAlert = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text }).first()

/** Locates a toast that reports a success or a state, by its text. */
export const getToast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.Toastify').getByRole('status').filter({ hasText: text }).first()

export async function submitLoginForm(
  { page }: Pick<BrowserUser, 'page'>,
  locale: Locale,
  email: string,
  password: string,
): Promise<void> {
  const o = { locale }
  await page.getByLabel(m.field_email({}, o)).fill(email)
  await page.getByLabel(m.field_password({}, o), { exact: true }).fill(password)
  await forceClick(page.getByRole('button', { name: m.login_submit({}, o), exact: true }))
}

/** Signs in on the login page and waits for the dashboard. */
export async function signIn(
  user: Pick<BrowserUser, 'page'>,
  locale: Locale,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await user.page.goto('/login')
  await waitForHydration(user.page)
  await submitLoginForm(user, locale, email, password)
  await user.page.waitForURL('**/dashboard')
}

/** Fills the two fields of a new password, found by their labels. */
export async function fillPasswordTwice(
  page: Page,
  labels: [password: string, confirm: string],
  password: string,
): Promise<void> {
  await page.getByLabel(labels[0], { exact: true }).fill(password)
  await page.getByLabel(labels[1], { exact: true }).fill(password)
}

/** Submits the consent page of the Google simulator with an identity and a decision. */
export async function submitGoogleConsent(
  page: Page,
  email: string,
  { verified = true, decision = 'allow' }: { verified?: boolean; decision?: 'allow' | 'deny' } = {},
): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=email_verified]').setChecked(verified)
  await page.locator(`button[name=decision][value=${decision}]`).click()
}
