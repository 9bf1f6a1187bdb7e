import type { Locator } from '@playwright/test'
import { formatAmount } from '#contract/core/format.ts'
import { toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { getErrorAlert } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { readBackgroundHue } from '../page/background-hue.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

test('the buy form shows missing and invalid values, and offers the payment link once all are valid', async ({
  openBrowser,
  server,
}) => {
  const { song, unlinkedProduct } = await publishSampleKiosk(server, 'buy')
  const { page } = await openBrowser('en')
  await gotoAndWaitForIdle(page, `/product/${song.id}`)
  const form = page.getByRole('form', { name: m.buy_form({ name: song.name }, o) })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const [price, email, confirm] = [
    m.buy_price_label({}, o),
    m.buy_email({}, o),
    m.buy_confirm({}, o),
  ].map(field) as [Locator, Locator, Locator]
  const button = (name: string) => form.getByRole('button', { name, exact: true })
  const link = form.getByRole('link', { name: m.buy_now({}, o), exact: true })
  const expectText = (text: string) => expect(form.getByText(text).first()).toBeVisible()

  // The price is too low: a dynamic price must be at least the base price.
  await expect(button(m.buy_set_price({}, o))).toHaveAttribute('aria-disabled', 'true')
  await button(m.buy_set_price({}, o)).click({ force: true })
  await expectText(m.issue_customer_price({}, o))
  await expect(price).toBeFocused()
  await price.pressSequentially('4a99')
  await expect(price).toHaveValue('499')
  await expectText(m.buy_price_low({ price: formatAmount(toMinor(500), 'ARS', 'en') }, o))
  await price.fill('750')
  await expect(button(m.buy_set_email({}, o))).not.toHaveAttribute('aria-disabled')

  // The second email must be the same as the first.
  await email.fill('ana@gmial.com')
  await email.blur()
  await form.getByRole('button', { name: 'ana@gmail.com' }).click()
  await expect(email).toHaveValue('ana@gmail.com')
  await email.fill('Ana@mail.test')
  await button(m.buy_set_email({}, o)).click()
  await expectText(m.issue_confirm_email({}, o))
  await confirm.fill('eva@mail.test')
  await expectText(m.issue_emails_differ({}, o))
  await expect(link).toHaveCount(0)
  await confirm.fill('ana@mail.test')
  await expect(link).toHaveAttribute('href', /\/checkout\/v1\/redirect\?pref_id=/)
  await expectText('a••@mail.test')

  // Every change of a field removes the payment link.
  await price.fill('400')
  await expect(button(m.buy_set_price({}, o))).toBeVisible()
  await expect(link).toHaveCount(0)

  // After too many orders from one connection, the form says what helps.
  await page.route('**/createPreference', route =>
    route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
  )
  await price.fill('900')
  await expect(getErrorAlert(page, m.buy_problem_title({}, o))).toContainText(m.buy_too_many({}, o))
  await page.unrouteAll()

  // If the server asks for a captcha, the form solves one and sends the same order again.
  const orders: Record<string, string>[] = []
  await page.route('**/createPreference', async route => {
    orders.push(await route.request().allHeaders())
    if (orders.length > 1) return route.continue()
    return route.fulfill({ status: 403, json: { code: 'ERROR_CAPTCHA_FAILED', message: '' } })
  })
  await price.fill('850')
  await expect(link).toBeVisible()
  expect(orders).toHaveLength(2)
  expect(orders[0]!['x-recaptcha-token']).toBeUndefined()
  expect(orders[1]!['x-recaptcha-token']).toMatch(/.{100}/)
  expect(orders[1]!['idempotency-key']).toBe(orders[0]!['idempotency-key'])
  await page.unrouteAll()

  await page.route('**/createPreference', route =>
    route.fulfill({ status: 400, json: { code: 'ERROR_UNEXPECTED_SERVER', message: '' } }),
  )
  await price.fill('800')
  await expect(getErrorAlert(page, m.buy_problem_title({}, o))).toContainText(m.buy_problem({}, o))
  await page.unrouteAll()
  // The button names the purchase and not the email, because the email is there.
  await button(m.buy_now({}, o)).click()
  await page.waitForURL(/\/checkout\/v1\/redirect/)

  // The product page of a seller without a payment account shows a yellow box instead of the buy form.
  await gotoAndWaitForIdle(page, `/product/${unlinkedProduct.id}`)
  const box = page.getByText(m.buy_no_auth({}, o)).locator('..')
  expect(await readBackgroundHue(box)).toBeGreaterThan(25)
  expect(await readBackgroundHue(box)).toBeLessThan(70)
  await expect(
    page.getByRole('form', { name: m.buy_form({ name: unlinkedProduct.name }, o) }),
  ).toHaveCount(0)

  // Instead, a visitor can ask for one email.
  const waiting = page.getByRole('form', { name: m.availability_label({}, o) })
  await waiting.getByLabel(m.availability_label({}, o)).fill('waits@mail.test')
  await waiting.getByRole('button', { name: m.availability_submit({}, o) }).click()
  await expect(page.getByText(m.availability_done_title({}, o))).toBeVisible()
})
