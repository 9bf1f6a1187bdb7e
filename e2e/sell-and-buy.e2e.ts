import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { expect, test } from './stage.ts'
import {
  type Book,
  connectMercadoPago,
  downloadFromMail,
  goToPayment,
  openAccount,
  payWith,
  publicAddress,
  publishEbook,
  sha256,
  signIn,
} from './story.ts'

const MB = 1024 * 1024
/** A buyer must have their mail within this. */
const DELIVERY_MS = 10_000

for (const [locale, sizeBytes] of [
  ['es', 40 * MB],
  ['en', 3 * MB],
] as [Locale, number][])
  test.describe(`a creator sells and a visitor buys, in ${locale}`, () => {
    const email = `creator-${locale}@creators.test`
    let book: Book
    let address: string

    test.describe.configure({ mode: 'serial' })

    test('a creator opens an account, connects MercadoPago and publishes an ebook', async ({
      someone,
      town,
    }) => {
      const creator = await someone(locale)
      await openAccount(creator, town, locale, email)
      await connectMercadoPago(creator, locale)
      book = await publishEbook(creator, locale, `Recetas de mi abuela ${locale}`, sizeBytes)
      address = await publicAddress(creator.page, book)
    })

    test('a visitor pays with a card and has the very file within ten seconds', async ({
      someone,
      town,
    }) => {
      const buyer = await someone(locale)
      const buyerEmail = `buyer-${locale}@mail.test`
      await goToPayment(buyer, locale, address, buyerEmail)

      await payWith(buyer, 'approved')
      const paidAt = Date.now()
      await buyer.page.waitForURL('**/payment/success?**')
      await town.waitForMailText(buyerEmail)
      expect(Date.now() - paidAt).toBeLessThan(DELIVERY_MS)

      expect(sha256(await downloadFromMail(buyer, town, buyerEmail))).toBe(sha256(book.bytes))
    })

    test('the payment alone delivers when the buyer closes the browser right after paying', async ({
      someone,
      town,
    }) => {
      const buyer = await someone(locale)
      const buyerEmail = `gone-${locale}@mail.test`
      await goToPayment(buyer, locale, address, buyerEmail)
      // The way back never loads: the browser is gone before it.
      await buyer.context.route('**/payment/**', route => route.abort())
      await payWith(buyer, 'approved').catch(() => undefined)
      await buyer.context.close()

      const later = await someone(locale)
      expect(sha256(await downloadFromMail(later, town, buyerEmail))).toBe(sha256(book.bytes))
    })

    test('twenty notices at once deliver once', async ({ someone, town }) => {
      const buyer = await someone(locale)
      const buyerEmail = `twenty-${locale}@mail.test`
      await town.provider.setWebhookSettings({ copies: 20 })
      await goToPayment(buyer, locale, address, buyerEmail)
      await payWith(buyer, 'approved')
      expect(sha256(await downloadFromMail(buyer, town, buyerEmail))).toBe(sha256(book.bytes))

      await town.waitForJobs()
      await town.provider.setWebhookSettings({})
      expect(await town.listMails(buyerEmail)).toHaveLength(1)
      expect(await town.countGrants(buyerEmail)).toBe(1)
    })

    test('a notice that arrives before the browser returns finds the order, and so does the browser', async ({
      someone,
      town,
    }) => {
      const buyer = await someone(locale)
      const buyerEmail = `early-${locale}@mail.test`
      await goToPayment(buyer, locale, address, buyerEmail)
      const held = Promise.withResolvers<void>()
      await buyer.context.route('**/payment/success**', async route => {
        await held.promise
        await route.continue()
      })
      await payWith(buyer, 'approved')
      await town.waitForMailText(buyerEmail)
      held.resolve()

      await buyer.page.waitForURL('**/payment/success?**')
      await expect(buyer.page.locator('a[href*="/api/public/download/"]').first()).toBeVisible()
    })

    test('the creator’s dashboard shows the sales', async ({ someone }) => {
      const creator = await someone(locale)
      await signIn(creator, locale, email)
      await expect(creator.page.getByText(m.dash_latest({}, { locale }))).toBeVisible()
      await expect(creator.page.getByText(book.name).first()).toBeVisible()

      await creator.page.goto('/dashboard/sales')
      await expect(
        creator.page
          .getByRole('cell', { name: book.name })
          .or(creator.page.getByText(book.name))
          .first(),
      ).toBeVisible()
      // Four sales of 8.900, 20 % commission: 4 × 7.120.
      await expect(creator.page.getByText('28.480').first()).toBeVisible()
    })
  })
