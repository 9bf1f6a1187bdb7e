import type { Page } from '@playwright/test'
import * as m from '#messages'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import {
  addProduct,
  createSeller,
  createUniqueEmail,
  tabUntilFocused,
} from '../actions/seller-actions.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

/** Buys a product and downloads its file, after which the review can be written. */
async function buyAndDownload(buyer: BrowserUser, productId: number) {
  const { page } = buyer
  await openPaymentPage(buyer, 'es', `/product/${productId}`, createUniqueEmail('reviewer'))
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)
  await expect(page.getByText(m.review_order_not_downloaded({}, o))).toBeVisible()
  const download = page.waitForEvent('download')
  await page
    .getByRole('link', { name: m.order_download({}, o) })
    .first()
    .click()
  await download
}

const findStar = (page: Page, count: number) =>
  page.getByRole('radio', { name: m.review_stars({ count }, o), exact: true })

test('a buyer without an account reviews a product on a phone, changes and deletes the review', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'reviewed')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const buyer = await openBrowser('es', 360)
  const { page } = buyer
  await buyAndDownload(buyer, product.id)
  const orderUrl = page.url()

  await findStar(page, 4).check()
  await page.getByLabel(m.review_field_text({}, o)).fill('Claro y completo.')
  await page.getByLabel(m.review_field_name({}, o)).fill('mora@mail.test')
  await expect(page.getByText(m.issue_review_name({}, o))).toBeVisible()
  await checkScreen(page, 'order-review-form')
  await page.getByLabel(m.review_field_name({}, o)).fill('Mora')
  await page.getByRole('button', { name: m.review_publish({}, o) }).click()
  await expect(
    page.getByRole('button', { name: m.review_change({}, o), exact: true }),
  ).toBeVisible()
  await checkScreen(page, 'order-review')

  await page.goto(`/product/${product.id}`)
  const reviews = page.getByRole('region', { name: m.review_section({}, o) })
  await expect(reviews.getByText('Claro y completo.')).toBeVisible()
  await expect(reviews.getByText('Mora')).toBeVisible()
  await expect(
    page.getByRole('link', { name: new RegExp(m.review_count({ count: 1 }, o)) }),
  ).toHaveAttribute('href', '#reviews')
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent())!,
  ) as object
  expect(data).toMatchObject({
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ author: { name: 'Mora' }, reviewBody: 'Claro y completo.' }],
  })
  await checkScreen(page, 'product-reviews')

  await page.goto(orderUrl)
  await page.getByRole('button', { name: m.review_change({}, o), exact: true }).click()
  await expect(findStar(page, 4)).toBeChecked()
  await findStar(page, 5).check()
  await page.getByRole('button', { name: m.review_save({}, o) }).click()
  await expect(
    page.getByRole('img', { name: m.review_stars({ count: 5 }, o), exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: m.review_delete({}, o), exact: true }).click()
  await page.getByRole('button', { name: m.review_delete_yes({}, o) }).click()
  await expect(page.getByRole('button', { name: m.review_publish({}, o) })).toBeVisible()
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sikuri' })).toBeVisible()
  await expect(page.getByRole('region', { name: m.review_section({}, o) })).toHaveCount(0)
})

test('a review is written by keyboard on a desktop and signed as a verified buyer', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'keyed')
  const product = await addProduct(server, api, { name: 'Rondador' })
  const buyer = await openBrowser('es')
  const { page } = buyer
  await buyAndDownload(buyer, product.id)

  await expect(findStar(page, 1)).toBeVisible()
  await tabUntilFocused(page, findStar(page, 1))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(findStar(page, 3)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bien, pero corto.')
  await tabUntilFocused(page, page.getByRole('button', { name: m.review_publish({}, o) }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: m.review_change({}, o), exact: true }),
  ).toBeVisible()
  await expect(page.getByText(m.review_verified_buyer({}, o), { exact: true })).toBeVisible()

  await page.goto(`/product/${product.id}`)
  const reviews = page.getByRole('region', { name: m.review_section({}, o) })
  await expect(reviews.getByText('Bien, pero corto.')).toBeVisible()
  await expect(reviews.getByText(m.review_verified_buyer({}, o))).toBeVisible()
  await checkScreen(page, 'product-reviews-desktop')
})
