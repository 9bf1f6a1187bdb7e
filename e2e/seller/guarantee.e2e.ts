import { getOwnProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { forceClick, setSessionCookies, waitForHydration } from '../actions/account-actions.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
  openOptional,
  readOrderToken,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

const days = 30

test('a buyer reads a guarantee of the seller before and after paying', async ({
  openBrowser,
  server,
}) => {
  const name = 'guarantee'
  const { api } = await createSeller(server, name)
  const guide = await addProduct(server, api, { name: 'Guía de riego' })
  const course = await addProduct(server, api, { name: 'Curso de poda' })
  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  const form = seller.page
  await form.goto(`/dashboard/product/edit/${guide.id}`)
  const field = form.getByLabel(m.create_guarantee({}, o))
  await openOptional(form, m.create_optional_guarantee({}, o))
  await field.fill('45')
  await forceClick(form.getByRole('button', { name: m.edit_submit({}, o) }))
  await expect(form.getByText(m.issue_guarantee({ min: 2, max: days }, o)).first()).toBeVisible()
  await field.fill(String(days))
  await checkScreen(form, `${name}-form`)
  await forceClick(form.getByRole('button', { name: m.edit_submit({}, o) }))
  await form.waitForURL('**/dashboard/products')
  expect(expectOk(await api.call(getOwnProduct, { params: { id: guide.id } })).guaranteeDays).toBe(
    days,
  )

  const { page } = await openBrowser('es', 390)
  await page.goto(`/product/${course.id}`)
  await expect(page.getByText(m.buy_assure_regret({ days: 10 }, o))).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: m.cart_add({}, o) }).click()
  await expect(page.getByRole('link', { name: m.cart_go({ count: 1 }, o) }).last()).toBeVisible()
  await page.goto(`/product/${guide.id}`)
  await expect(page.getByText(m.buy_assure_guarantee({ days }, o))).toBeVisible()
  await expect(page.getByText(m.buy_assure_regret({ days: 10 }, o))).toHaveCount(0)
  await checkScreen(page, `${name}-product`)
  await page.getByRole('button', { name: m.cart_add({}, o) }).click()
  await page
    .getByRole('link', { name: m.cart_go({ count: 2 }, o) })
    .last()
    .click()
  await expect(page.getByText(m.guarantee_days({ days }, o))).toHaveCount(1)
  await expect(page.getByText(m.buy_assure_regret({ days: 10 }, o))).toBeVisible()
  await checkScreen(page, `${name}-checkout`)

  const email = createUniqueEmail(name)
  await buyProducts(server, [guide.id, course.id], email)
  await page.goto(`/order/${await readOrderToken(server, email)}#withdrawal`)
  await expect(page.getByText(/^Guía de riego: /)).toBeVisible()
  await expect(page.getByText(/^Curso de poda: /)).toBeVisible()
  await checkScreen(page, `${name}-order`)
})
