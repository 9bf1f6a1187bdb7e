import { getOrder } from '#contract/orders/orders.ts'
import { saveReview } from '#contract/product-reviews/reviews.ts'
import * as m from '#messages'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
// The audit log shows the reason, so that it must be one that the checks of its language know.
import { REPORT_DETAIL } from '../screens/seed.ts'

const o = { locale: 'en' } as const

test('a seller replies to a review and reports it, an admin hides it, and the buyer reads why', async ({
  openBrowser,
  server,
}) => {
  const { email: sellerEmail, api } = await createSeller(server, 'moderated')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const buyerEmail = createUniqueEmail('reviewer')
  await buyProducts(server, [product.id], buyerEmail)
  const orderLink = await server.waitForMailedLink(buyerEmail, 'order')
  const token = new URL(orderLink).pathname.split('/').at(-1)!
  const buyer = new ApiClient(server.origin)
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()
  const text = 'No me gustó nada.'
  const params = { token, item: items[0]!.id }
  expectOk(await buyer.call(saveReview, { params, body: { stars: 1, text, name: 'Teo' } }))

  const seller = await openBrowser('en', 1280)
  await setSessionCookies(seller, server, api)
  await gotoAndWaitForIdle(seller.page, '/dashboard/sales')
  await seller.page.getByRole('link', { name: m.review_section({}, o), exact: true }).click()
  await seller.page.getByRole('button', { name: m.review_seller_reply_open({}, o) }).press('Enter')
  await seller.page
    .getByLabel(m.review_seller_reply_label({}, o))
    .fill('Gracias por leerlo. ¿Qué esperabas?')
  await checkScreen(seller.page, 'seller-review-reply')
  await seller.page.getByRole('button', { name: m.review_seller_reply_save({}, o) }).press('Enter')
  await expect(seller.page.getByText('Gracias por leerlo. ¿Qué esperabas?')).toBeVisible()
  await seller.page.getByRole('button', { name: m.review_report_action({}, o) }).click()
  await seller.page.getByLabel(m.review_report_label({}, o)).fill('No compró el producto')
  await seller.page.getByRole('button', { name: m.review_report_send({}, o) }).click()
  await expect(seller.page.getByText(m.review_report_open({}, o), { exact: true })).toBeVisible()
  await checkScreen(seller.page, 'seller-reviews')
  await seller.page.goto(`/product/${product.id}`)
  await expect(seller.page.getByText('Gracias por leerlo. ¿Qué esperabas?')).toBeVisible()
  await checkScreen(seller.page, 'product-review-reply')

  const { email: adminEmail, api: adminApi } = await createSeller(server, 'moderator', {
    linked: false,
  })
  await server.grantAdmin(adminEmail)
  const admin = await openBrowser('en', 1280)
  await setSessionCookies(admin, server, adminApi)
  await admin.page.goto('/dashboard/admin?tab=product-reviews')
  await expect(admin.page.getByText(text)).toBeVisible()
  await checkScreen(admin.page, 'admin-reviews')
  await admin.page.getByRole('button', { name: m.admin_review_hide({}, o) }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REPORT_DETAIL)
  await dialog.getByRole('button', { name: m.admin_review_hide({}, o) }).click()
  await expect(admin.page.getByText(text)).toHaveCount(0)

  const guest = await openBrowser('en', 1280)
  await guest.page.goto(orderLink)
  await expect(
    guest.page.getByText(m.review_order_hidden({ reason: REPORT_DETAIL }, o)),
  ).toBeVisible()
  await checkScreen(guest.page, 'order-review-hidden')
  for (const address of [buyerEmail, sellerEmail])
    await expect
      .poll(async () => (await server.listMails(address)).map(mail => mail.text).join('\n'))
      .toContain(REPORT_DETAIL)
})
