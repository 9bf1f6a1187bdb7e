import * as m from '#messages'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { waitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

test('a buyer takes a voucher, stops its emails by keyboard, and pays by card instead @core', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'cash')
  const product = await addProduct(server, api, { name: 'Charango' })
  const email = createUniqueEmail('cash')
  const buyer = await openBrowser('en', 1280)
  const { page } = buyer
  await openPaymentPage(buyer, 'en', `/product/${product.id}`, email)
  await choosePaymentOutcome(buyer, 'pending_cash')
  await page.waitForURL(/\/payment\/pending/)
  await expect(page.getByText(m.mute_is_off({}, o))).toBeVisible()
  await expect(page.getByText(/ at Rapipago\.$/)).toBeVisible()

  const orderUrl = await server.waitForMailedLink(email, 'order')
  // Opening the link of the email changes nothing.
  await page.goto(await server.waitForMailedLink(email, 'emails'))
  const payment = page.getByRole('switch', { name: m.emails_payment({}, o) })
  await expect(payment).toBeChecked()
  await checkScreen(page, 'email-choices')
  await payment.press('Space')
  await expect(page.getByText(m.emails_stopped({}, o))).toBeVisible()
  await checkScreen(page, 'email-choices-stopped')
  // The first call ends after a second one would have ended.
  const firstCall = /\/api\/public\/emails\/.*\/payment\?muted=0/
  const isSecondOver = Promise.withResolvers<void>()
  await waitForIdle(page)
  await page.route(firstCall, async route => {
    await isSecondOver.promise
    await route.continue()
  })
  await payment.dblclick()
  await waitForIdle(page, firstCall)
  isSecondOver.resolve()
  await expect(page.getByText(m.emails_resumed({}, o))).toBeVisible()
  const isShownAsSent = await payment.isChecked()
  const choicesUrl = page.url()
  await page.reload()
  await expect(payment).toBeChecked({ checked: isShownAsSent })
  await payment.setChecked(false)
  await expect(page.getByText(m.emails_stopped({}, o))).toBeVisible()

  await page.goto(choicesUrl.replace('/emails/', '/emails/x'))
  await expect(page.getByRole('heading', { name: m.emails_invalid_title({}, o) })).toBeVisible()
  await expect(page.getByText(m.emails_text({}, o))).toHaveCount(0)

  await page.goto(orderUrl)
  await expect(page.getByText(m.mute_is_on({}, o))).toBeVisible()
  await checkScreen(page, 'order-muted')
  await page.getByRole('button', { name: m.mute_end({}, o) }).press('Enter')
  await expect(page.getByText(m.mute_is_off({}, o))).toBeVisible()
  await page.getByRole('button', { name: m.mute_start({}, o) }).click()
  await expect(page.getByText(m.mute_is_on({}, o))).toBeVisible()
  await checkScreen(page, 'order-voucher')

  await page.getByRole('link', { name: m.voucher_other_way({}, o) }).click()
  await choosePaymentOutcome(buyer, 'approved')
  await page.waitForURL(/\/payment\/success/)
  await expect(page.getByRole('link', { name: m.order_download({}, o) }).first()).toBeVisible()
  await expect(page.getByText(m.mute_is_on({}, o))).toHaveCount(0)
  await server.waitForMailedLink(email, 'order')
})
