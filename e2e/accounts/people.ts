import type { Locator, Page } from '@playwright/test'
import { login } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { PASSWORD, registerCreator, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { type Person, expect } from '../stage.ts'

/** Steps and people of the stories about accounts, by what people see. */

export { PASSWORD }
export const NEW_PASSWORD = 'Otra-Puerta-27'
export const LOCALES: Locale[] = ['es', 'en']

let made = 0
/** An address that nobody has had yet, at whatever the story is about. */
export const newEmail = (about: string): string => `${about}-${(made += 1)}@people.test`

/** Somebody with a verified account, made by the API: their session is another device's. */
export async function account(
  town: TestServer,
  about: string,
): Promise<{ email: string; other: ApiClient }> {
  const email = newEmail(about)
  const other = new ApiClient(town.origin)
  await registerCreator(other, email, address => town.waitForMailText(address))
  return { email, other }
}

/** Somebody whose only way in is Google. */
export async function googleAccount(
  town: TestServer,
  about: string,
): Promise<{ email: string; other: ApiClient }> {
  const email = newEmail(about)
  const other = new ApiClient(town.origin)
  await signInWithGoogle(other, { email })
  return { email, other }
}

/** The same person at another device. */
export async function otherDevice(
  town: TestServer,
  email: string,
  password = PASSWORD,
): Promise<ApiClient> {
  const device = new ApiClient(town.origin)
  expectOk(await device.call(login, { body: { email, password } }))
  return device
}

/** Gives a browser the session of somebody who signed in by the API. */
export async function wear(
  { context }: Pick<Person, 'context'>,
  town: TestServer,
  visitor: ApiClient,
): Promise<void> {
  await context.addCookies(
    [...visitor.cookies]
      .filter(([name]) => name !== 'lang')
      .map(([name, value]) => ({ name, value, url: town.origin })),
  )
}

/** The page has come alive: before that its forms cannot be sent. */
export async function alive(page: Page): Promise<void> {
  await expect(page.locator('main button[type=submit]:not([disabled])').first()).toBeVisible()
}

/** A form's button, also while it looks disabled: a press is answered in words. */
export const press = (button: Locator): Promise<void> => button.click({ force: true })

/** An error that rose, by its words. */
export const alert = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text }).first()

/** A notice that rose, by its words. */
export const notice = (page: Page, text: string | RegExp): Locator =>
  page.locator('.Toastify').getByRole('status').filter({ hasText: text }).first()

export async function typeLogin(
  { page }: Pick<Person, 'page'>,
  locale: Locale,
  email: string,
  password: string,
): Promise<void> {
  const o = { locale }
  await page.getByLabel(m.field_email({}, o)).fill(email)
  await page.getByLabel(m.field_password({}, o), { exact: true }).fill(password)
  await press(page.getByRole('button', { name: m.login_submit({}, o) }))
}

/** Signs in by the screen; ends at the dashboard. */
export async function enter(
  person: Pick<Person, 'page'>,
  locale: Locale,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await person.page.goto('/login')
  await alive(person.page)
  await typeLogin(person, locale, email, password)
  await person.page.waitForURL('**/dashboard')
}

/** Types a new password and the same again, by the labels of the screen. */
export async function chooseTwice(
  page: Page,
  labels: [password: string, confirm: string],
  password: string,
): Promise<void> {
  await page.getByLabel(labels[0], { exact: true }).fill(password)
  await page.getByLabel(labels[1], { exact: true }).fill(password)
}

/** On the provider's page: says who one is, and allows or cancels. */
export async function chooseGoogle(
  page: Page,
  email: string,
  { verified = true, decision = 'allow' }: { verified?: boolean; decision?: 'allow' | 'deny' } = {},
): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=email_verified]').setChecked(verified)
  await page.locator(`button[name=decision][value=${decision}]`).click()
}
