import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { waitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

const PHONE_WIDTH = 390
/** The height of a small phone's screen below its browser's bars. */
const FIRST_SCREEN_HEIGHT = 660
const MAX_BAND_HEIGHT = 180
const PAYMENT_PAGE = /\/checkout\/v1\/redirect/

/** Goes back to the marketplace without paying. */
const goBackWithoutPaying = (page: Page) =>
  page.locator('form:has(input[name=outcome][value=back]) button').click()

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test('a rejected card is retried on the same payment page, and the file is on the first screen of a phone @core', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'retry')
  const buyer = await openBrowser('en', PHONE_WIDTH)
  const { page } = buyer
  await openPaymentPage(buyer, 'en', `/product/${book.id}`, 'retry@mail.test')
  const paymentPage = page.url()

  await goBackWithoutPaying(page)
  await expect(heading(page)).toHaveText(m.payment_failure_title({}, o))
  await page.getByRole('link', { name: m.order_continue_payment({}, o) }).click()
  await expect(page).toHaveURL(paymentPage)

  await page.locator('select[name=reason]').selectOption('cc_rejected_insufficient_amount')
  await choosePaymentOutcome(buyer, 'rejected')
  await expect(heading(page)).toHaveText(m.order_rejected_title({}, o))
  await expect(page.getByText(m.rejection_insufficient_funds({}, o))).toBeVisible()
  await page.getByRole('link', { name: m.order_again({}, o) }).click()
  await expect(page).toHaveURL(paymentPage)

  await choosePaymentOutcome(buyer, 'approved')
  await expect(heading(page)).toHaveText(m.payment_success_title({}, o))
  const download = page.locator('a[href*="/api/public/download/"]').first()
  await expect(download).toBeVisible()
  // Hydration can replace the link.
  await waitForIdle(page)
  const { y, height, width } = (await download.boundingBox())!
  expect(y + height).toBeLessThan(FIRST_SCREEN_HEIGHT)
  expect(width).toBeGreaterThan(300)
  const band = (await page.locator('.result-success').boundingBox())!
  expect(band.height).toBeLessThanOrEqual(MAX_BAND_HEIGHT)
  await expect(page.getByText('r•••@mail.test')).toBeVisible()
})

test('the page, its color and its heading follow the order instead of the address', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'follow')
  const buyer = await openBrowser('en', PHONE_WIDTH)
  const { page } = buyer
  await openPaymentPage(buyer, 'en', `/product/${book.id}`, 'voucher@mail.test')
  await choosePaymentOutcome(buyer, 'pending_cash')
  await expect(heading(page)).toHaveText(m.order_voucher_waiting_title({}, o))
  const token = new URL(page.url()).searchParams.get('order')!

  await page.goto(`/payment/success?order=${token}`)

  await page.waitForURL(`**/payment/pending?order=${token}`)
  await expect(page.locator('.result-pending')).toBeVisible()
  await expect(heading(page)).toHaveText(m.order_voucher_waiting_title({}, o))
  await expect(page.getByRole('link', { name: m.order_pending_instructions({}, o) })).toBeVisible()
})

test('the emails stay in the form after a reload, in another language and at the next product', async ({
  openBrowser,
  server,
}) => {
  const { book, song } = await publishSampleKiosk(server, 'emails')
  const buyer = await openBrowser('en', PHONE_WIDTH)
  const { page } = buyer
  await openPaymentPage(buyer, 'en', `/product/${book.id}`, 'stays@mail.test')
  const fields = (language: Locale) =>
    [m.buy_email, m.buy_confirm].map(label =>
      page.getByLabel(label({}, { locale: language }), { exact: true }),
    )
  const expectEmails = async (language: Locale) => {
    for (const field of fields(language)) await expect(field).toHaveValue('stays@mail.test')
  }

  await page.goBack()
  await expectEmails('en')
  await page.reload()
  await expectEmails('en')
  await page.goto(`/product/${song.id}?lang=es`)
  await expectEmails('es')

  // A page that is only read makes no order, and one press of the button is enough to buy.
  const orders: string[] = []
  page.on('request', request => {
    if (request.url().includes('createPreference')) orders.push(request.url())
  })
  await page.goto(`/product/${book.id}`)
  await expectEmails('es')
  expect(orders).toEqual([])
  await page
    .getByRole('form')
    .getByRole('button', { name: m.buy_now({}, { locale: 'es' }) })
    .click()
  await page.waitForURL(PAYMENT_PAGE)
})
