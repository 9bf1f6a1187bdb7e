import * as m from '#messages'
import { addProduct, buyProducts, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'en' } as const

test('a buyer cancels the link to an order and gets a new one by email', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'linked')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const buyer = 'link-buyer@mail.test'
  await buyProducts(server, [product.id], buyer)
  const link = await server.waitForMailedLink(buyer, 'order')

  const { page } = await openBrowser('en', 360)
  await page.goto(link)
  await page.getByText(m.order_help({}, o)).click()
  await page.getByText(m.order_link_void_ask({}, o)).click()
  await expect(page.getByText(m.order_link_void_text({}, o))).toBeVisible()
  await checkScreen(page, 'order-link-void')
  await page.getByRole('button', { name: m.order_link_void({}, o) }).click()
  await expect(
    page.getByRole('heading', { name: m.order_link_replaced_title({}, o) }),
  ).toBeVisible()
  const newLink = await server.waitForMailedLink(buyer, 'order', 2)
  expect(newLink).not.toBe(link)

  // Whoever opens an email from before learns that the link was replaced, and can have the new one emailed.
  const secondVisit = await openBrowser('en')
  await secondVisit.page.goto(link)
  await checkScreen(secondVisit.page, 'order-link-replaced')
  await secondVisit.page.getByRole('button', { name: m.order_link_mail({}, o) }).click()
  await expect(
    secondVisit.page.getByRole('heading', { name: m.order_link_sent_title({}, o) }),
  ).toBeVisible()
  expect(await server.waitForMailedLink(buyer, 'order', 3)).toBe(newLink)

  await secondVisit.page.goto(newLink)
  const download = secondVisit.page.waitForEvent('download')
  await secondVisit.page
    .getByRole('link', { name: m.order_download({}, o) })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})
