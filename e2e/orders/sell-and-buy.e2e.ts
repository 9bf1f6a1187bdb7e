import * as m from '#messages'
import { createUniqueEmail, signIn } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { storyVariants } from '../variants.ts'
import {
  type PublishedEbook,
  connectMercadoPago,
  downloadFromOrderMail,
  openPaymentPage,
  registerAndSignIn,
  choosePaymentOutcome,
  findProductPagePath,
  publishEbook,
  computeSha256,
} from '../actions/purchase-actions.ts'

const FILE_BYTES = 8 * 1024 * 1024
/** The maximum time in milliseconds between the payment and the arrival of the delivery mail. */
const DELIVERY_MS = 10_000

for (const { locale, width } of storyVariants('es', 390))
  test.describe(`selling and buying, in ${locale} at ${width} px @core`, () => {
    const email = createUniqueEmail('creator')
    let book: PublishedEbook
    let productPath: string

    test.describe.configure({ mode: 'serial' })

    test('a seller registers, links MercadoPago and publishes an ebook', async ({
      openBrowser,
      server,
    }) => {
      const seller = await openBrowser(locale, width)
      await registerAndSignIn(seller, server, locale, email)
      await connectMercadoPago(seller, locale)
      await seller.page.getByRole('link', { name: m.dash_task_product({}, { locale }) }).click()
      await seller.page.waitForURL('**/dashboard/product/create')
      book = await publishEbook(seller, locale, 'Recetas de mi abuela', FILE_BYTES)
      productPath = await findProductPagePath(seller.page, book)
    })

    test('a buyer who pays by card gets the exact file within ten seconds', async ({
      openBrowser,
      server,
    }) => {
      const buyer = await openBrowser(locale, width)
      const buyerEmail = createUniqueEmail('buyer')
      await openPaymentPage(buyer, locale, productPath, buyerEmail)

      await choosePaymentOutcome(buyer, 'approved')
      const paidAt = Date.now()
      await buyer.page.waitForURL('**/payment/success?**')
      await server.waitForMailText(buyerEmail)
      expect(Date.now() - paidAt).toBeLessThan(DELIVERY_MS)

      expect(computeSha256(await downloadFromOrderMail(buyer, server, buyerEmail))).toBe(
        computeSha256(book.bytes),
      )
    })

    test('a paid file is delivered even if the buyer closes the browser right after paying', async ({
      openBrowser,
      server,
    }) => {
      const buyer = await openBrowser(locale, width)
      const buyerEmail = createUniqueEmail('gone')
      await openPaymentPage(buyer, locale, productPath, buyerEmail)
      // The return page is aborted, as if the browser had been closed before the page loaded.
      await buyer.context.route('**/payment/**', route => route.abort())
      await choosePaymentOutcome(buyer, 'approved').catch(() => undefined)
      await buyer.context.close()

      const secondVisit = await openBrowser(locale, width)
      expect(computeSha256(await downloadFromOrderMail(secondVisit, server, buyerEmail))).toBe(
        computeSha256(book.bytes),
      )
    })

    test('the download is shown after a webhook event that arrived before the browser returned', async ({
      openBrowser,
      server,
    }) => {
      const buyer = await openBrowser(locale, width)
      const buyerEmail = createUniqueEmail('early')
      await openPaymentPage(buyer, locale, productPath, buyerEmail)
      const returnPage = Promise.withResolvers<void>()
      await buyer.context.route('**/payment/success**', async route => {
        await returnPage.promise
        await route.continue()
      })
      await choosePaymentOutcome(buyer, 'approved')
      await server.waitForMailText(buyerEmail)
      returnPage.resolve()

      await buyer.page.waitForURL('**/payment/success?**')
      await expect(buyer.page.locator('a[href*="/api/public/download/"]').first()).toBeVisible()
    })

    test('the seller’s dashboard lists the sales and their sum', async ({ openBrowser }) => {
      const seller = await openBrowser(locale, width)
      await signIn(seller, locale, email)
      await expect(seller.page.getByText(m.dash_latest({}, { locale }))).toBeVisible()
      await expect(seller.page.getByText(book.name).first()).toBeVisible()

      await seller.page.goto('/dashboard/sales')
      // The page holds a table for desktops and a list for phones.
      const sale = seller.page.getByText(book.name).filter({ visible: true })
      await expect(sale.first()).toBeVisible()
      // Three sales at 8.900 pesos each, minus 20 % commission and MercadoPago's 6,29 %, leave 3 × 6.560,19 pesos.
      await expect(seller.page.getByText(/19\.680,57/).first()).toBeVisible()
    })
  })
