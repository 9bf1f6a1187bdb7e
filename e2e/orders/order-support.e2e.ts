import { updateProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

test('a buyer with a voucher takes it along, finds the order by its number and pays another way', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'voucher')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const email = createUniqueEmail('voucher')
  const buyer = await openBrowser('es', 360)
  const { page } = buyer
  await openPaymentPage(buyer, 'es', `/product/${product.id}`, email)
  await choosePaymentOutcome(buyer, 'pending_cash')
  await page.waitForURL(/\/payment\/pending/)

  const whatsApp = page.getByRole('link', { name: m.voucher_whatsapp({}, o) })
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=.+http/)
  await checkScreen(page, 'order-voucher-actions')
  const text = await page
    .getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)
    .first()
    .textContent()
  const number = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text!)![0]

  // Another browser, without a link, finds the order by its number.
  const phone = await openBrowser('es', 390)
  await phone.page.goto('/order')
  await phone.page.getByLabel(m.order_mine_field({}, o)).fill(number.toLowerCase())
  await phone.page.keyboard.press('Enter')
  await expect(phone.page.getByText(m.order_mine_sent({ email: number }, o))).toBeVisible()
  await phone.page.goto(await server.waitForMailedLink(email, 'order', 2))

  await phone.page.getByRole('link', { name: m.voucher_other_way({}, o) }).click()
  await phone.page.waitForURL(/\/checkout\/v1\/redirect/)
  await choosePaymentOutcome(phone, 'approved')
  await phone.page.waitForURL(/\/payment\/success/)
  await expect(
    phone.page.getByRole('link', { name: m.order_download({}, o) }).first(),
  ).toBeVisible()
})

test('a buyer writes to the seller from the order page by keyboard', async ({
  openBrowser,
  server,
}) => {
  const { api, email: sellerEmail } = await createSeller(server, 'written')
  const product = await addProduct(server, api, { name: 'Sikuri' })
  const contact = { contactEmail: 'hola@sikuri.test', whatsapp: '+5493415550142' }
  const form = { username: product.username, bio: 'Luthier.', ...contact }
  expectOk(await api.call(updateProfile, { body: form }))
  const { page: mailbox } = await openBrowser('es')
  await mailbox.goto(await server.waitForMailedLink(contact.contactEmail, 'contact-email'))
  await mailbox.getByRole('button', { name: m.contact_email_submit({}, o) }).click()
  await expect(mailbox.getByText(m.contact_email_done_title({}, o))).toBeVisible()
  const buyer = await openBrowser('es')
  const { page } = buyer
  await openPaymentPage(buyer, 'es', `/product/${product.id}`, createUniqueEmail('writer'))
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)

  await page.getByText(m.order_help({}, o)).press('Enter')
  await page.getByText(m.message_ask({}, o)).press('Enter')
  const [number] = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(await page.locator('article').innerText())!
  const subject = encodeURIComponent(m.message_subject({ number }, o))
  await expect(page.getByRole('link', { name: 'hola@sikuri.test' })).toHaveAttribute(
    'href',
    `mailto:hola@sikuri.test?subject=${subject}`,
  )
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/5493415550142?text=${subject}`,
  )
  await page.getByLabel(m.message_label({}, o)).fill('El archivo no abre, ¿me ayudás?')
  await checkScreen(page, 'order-message')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.message_sent({ seller: product.username }, o))).toBeVisible()

  const readTexts = async () =>
    (await server.listMails(sellerEmail)).map(({ text }) => text).join('\n')
  await expect.poll(readTexts).toContain('El archivo no abre')
})
