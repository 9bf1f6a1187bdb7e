import { updateProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

test('a price that rose while the page was open is told before anybody pays it', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'dearer')
  // No product of another test has one of these prices.
  const { id, name } = await addProduct(server, api, { price: 8915 })
  const { page } = await openBrowser('es', 390)
  await page.goto(`/product/${id}`)
  expectOk(await api.call(updateProduct, { params: { id }, form: { price: 9915 }, files: {} }))
  for (const label of [m.buy_email({}, o), m.buy_confirm({}, o)])
    await page.getByLabel(label, { exact: true }).fill('ana@mail.test')

  const alert = page.getByRole('alert').filter({ hasText: name })
  await expect(alert).toContainText('9.915')
  await expect(alert).toContainText(m.buy_price_confirm({}, o))
  // The old price is nowhere but in the alert.
  await expect(page.getByRole('main').getByText(/^\$\s8\.915$/)).toHaveCount(0)
  await expect(
    page
      .getByRole('main')
      .getByText(/^\$\s9\.915$/)
      .first(),
  ).toBeVisible()
  await expect(page.getByLabel(m.buy_email({}, o), { exact: true })).toHaveValue('ana@mail.test')
  await page
    .getByRole('main')
    .getByRole('button', { name: m.buy_now({}, o) })
    .click()

  await page.waitForURL(/\/checkout\/v1\/redirect/)
  await expect(page.getByText('9.915').first()).toBeVisible()

  await test.step('the line of the cart shows the new price too', async () => {
    await page.goto(`/product/${id}`)
    await page.getByRole('button', { name: m.cart_add({}, o) }).click()
    // The press is held until the page is hydrated.
    const cartLink = page.getByRole('main').getByRole('link', { name: m.cart_go({ count: 1 }, o) })
    await expect(cartLink).toBeVisible()
    await page.goto('/checkout')
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText('9.915')
    expectOk(await api.call(updateProduct, { params: { id }, form: { price: 10_915 }, files: {} }))
    // The form of a buyer who comes back is filled in already, and is prepared once it is touched.
    await page.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana@mail.test')

    await expect(line).toContainText('10.915')
    await expect(line).not.toContainText(' 9.915')
  })
})
