import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { createSeller, createUniqueEmail, tabUntilFocused } from '../actions/seller-actions.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

/** Buys a product and downloads its file, after which the review can be written. */
async function buyAndDownload(buyer: BrowserUser, locale: Locale, productId: number) {
  const { page } = buyer
  await openPaymentPage(buyer, locale, `/product/${productId}`, createUniqueEmail('reviewer'))
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)
  await expect(page.getByText(m.review_order_not_downloaded({}, { locale }))).toBeVisible()
  const download = page.waitForEvent('download')
  await page
    .getByRole('link', { name: m.order_download({}, { locale }) })
    .first()
    .click()
  await download
}

const findStar = (page: Page, locale: Locale, count: number) =>
  page.getByRole('radio', { name: m.review_stars({ count }, { locale }), exact: true })

for (const locale of LOCALES) {
  const o = { locale }

  test(`a buyer without an account reviews a product on a phone, changes and deletes the review, in ${locale}`, async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, `reviewed-${locale}`)
    const product = await publishProduct(api, { name: 'Sikuri' })
    const buyer = await openBrowser(locale, 360)
    const { page } = buyer
    await buyAndDownload(buyer, locale, product.id)
    const orderUrl = page.url()

    await findStar(page, locale, 4).check()
    await page.getByLabel(m.review_field_text({}, o)).fill('Claro y completo.')
    await page.getByLabel(m.review_field_name({}, o)).fill('mora@mail.test')
    await expect(page.getByText(m.issue_review_name({}, o))).toBeVisible()
    await checkScreen(page, `order-review-form-${locale}`)
    await page.getByLabel(m.review_field_name({}, o)).fill('Mora')
    await page.getByRole('button', { name: m.review_publish({}, o) }).click()
    await expect(
      page.getByRole('button', { name: m.review_change({}, o), exact: true }),
    ).toBeVisible()
    await checkScreen(page, `order-review-${locale}`)

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
    await checkScreen(page, `product-reviews-${locale}`)

    await page.goto(orderUrl)
    await page.getByRole('button', { name: m.review_change({}, o), exact: true }).click()
    await expect(findStar(page, locale, 4)).toBeChecked()
    await findStar(page, locale, 5).check()
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

  test(`a review is written by keyboard on a desktop and signed as a verified buyer, in ${locale}`, async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, `keyed-${locale}`)
    const product = await publishProduct(api, { name: 'Rondador' })
    const buyer = await openBrowser(locale)
    const { page } = buyer
    await buyAndDownload(buyer, locale, product.id)

    await expect(findStar(page, locale, 1)).toBeVisible()
    await tabUntilFocused(page, findStar(page, locale, 1))
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(findStar(page, locale, 3)).toBeChecked()
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
    await checkScreen(page, `product-reviews-desktop-${locale}`)
  })
}
