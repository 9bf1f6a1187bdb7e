import * as m from '#messages'
import { createUniqueEmail } from '../actions/account-actions.ts'
import { choosePaymentOutcome, openPaymentPage } from '../actions/purchase-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a buyer of a product is asked before buying it again, in ${locale} at ${width} px`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { book } = await publishSampleKiosk(server, 'again')
    const buyer = await openBrowser(locale, width)
    const { page } = buyer
    const email = createUniqueEmail('again')
    const path = `/product/${book.id}`
    await openPaymentPage(buyer, locale, path, email)
    await choosePaymentOutcome(buyer, 'approved')
    await page.waitForURL('**/payment/success?**')
    await server.waitForMailText(email)

    await page.goto(path)
    const form = page.getByRole('form', { name: m.buy_form({ name: book.name }, o) })
    await form.getByLabel(m.buy_email({}, o), { exact: true }).fill(email)
    await form.getByLabel(m.buy_confirm({}, o), { exact: true }).fill(email)
    await expect(form.getByText(m.buy_again_title({}, o))).toBeVisible()
    await expect(form.getByRole('link', { name: m.buy_now({}, o), exact: true })).toHaveCount(0)

    await form.getByRole('button', { name: m.buy_again_go({}, o) }).click()
    await page.waitForURL(/\/checkout\/v1\/redirect/)
  })
