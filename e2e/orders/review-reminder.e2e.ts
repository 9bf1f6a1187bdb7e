import pg from 'pg'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

test('a buyer reviews by the stars of a reminder and stops further ones', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'reminded')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const buyer = await openBrowser('es', 390)
  const { page } = buyer
  const email = createUniqueEmail('reminded-buyer')
  await openPaymentPage(buyer, 'es', `/product/${product.id}`, email)
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)
  const download = page.waitForEvent('download')
  await page
    .getByRole('link', { name: m.order_download({}, o) })
    .first()
    .click()
  await download
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  await client.query("update jobs set run_at = now() where kind = 'remind_of_reviews'")
  await client.end()
  const choicesUrl = await server.waitForMailedLink(email, 'emails')

  const orderUrl = await server.waitForMailedLink(email, 'order')
  const answer = await page.request.get(orderUrl.replace('/order/', '/api/public/order/'))
  const { items } = (await answer.json()) as Order
  // The stars of the email are links to the form, which is sent only by a press.
  await page.goto(`${orderUrl}?item=${items[0]!.id}&stars=4#review`)
  await expect(
    page.getByRole('radio', { name: m.review_stars({ count: 4 }, o), exact: true }),
  ).toBeChecked()
  await checkScreen(page, 'order-reminded')
  await page.getByRole('button', { name: m.review_publish({}, o) }).press('Enter')
  await expect(
    page.getByRole('button', { name: m.review_change({}, o), exact: true }),
  ).toBeVisible()

  await page.goto(`${choicesUrl}?topic=reviews`)
  const reviews = page.getByRole('switch', { name: m.emails_reviews({}, o) })
  await reviews.press('Space')
  await expect(page.getByText(m.emails_stopped({}, o))).toBeVisible()
  await page.reload()
  await expect(reviews).not.toBeChecked()
  await checkScreen(page, 'email-choices-reviews')
  await reviews.press('Space')
  await expect(page.getByText(m.emails_resumed({}, o))).toBeVisible()
})
