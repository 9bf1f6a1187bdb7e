import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { ORDER_ENTRIES } from '#contract/orders/payment-link.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import type { SeenQuote } from '#contract/prices/quote.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { recordQueries } from '#tools/test-app/query-plans.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('checkout', () => {
  test('ten concurrent requests with one idempotency key make one order and return the same payment page', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    const visitor = shop.visitor()

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => visitor.call(createPreference, input)),
    )

    const paymentUrls = new Set(
      replies.map(reply => (reply.ok ? reply.body.init_point : reply.code)),
    )
    expect([...paymentUrls]).toHaveLength(1)
    expect((await shop.db.select().from(orders)).length).toBe(1)
    const otherCart = { ...input, body: { ...input.body, payerEmail: 'eva@mail.test' } }
    expect(await visitor.call(createPreference, otherCart)).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
    })
  })

  test('an idempotency key whose order was paid makes one new order, also for concurrent requests', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    const buy = async () => expectOk(await shop.visitor().call(createPreference, input)).init_point
    const first = await buy()
    const { preferences } = await shop.provider.readLedger()
    const { id, back_urls } = preferences.at(-1)!
    await shop.provider.pay({ preferenceId: id, outcome: 'approved' })
    await shop.waitForOrderState(new URL(back_urls.success).searchParams.get('order')!, 'approved')

    const repeated = await Promise.all(Array.from({ length: 5 }, buy))

    expect(new Set(repeated).size).toBe(1)
    expect(repeated[0]).not.toBe(first)
    expect(await shop.db.$count(orders)).toBe(2)
  })

  test('the checkout answers 502 while the payment provider fails, and repeating the request with its idempotency key reuses the order', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    await shop.provider.addFault({ path: '/checkout/preferences', status: 500, times: 3 })

    expect(await shop.visitor().call(createPreference, input)).toMatchObject({
      status: 502,
      code: 'ERROR_UNEXPECTED_SERVER',
    })
    expect(await shop.visitor().call(createPreference, input)).toMatchObject({ status: 201 })

    expect((await shop.provider.readLedger()).preferences.filter(p => p.id).length).toBeGreaterThan(
      0,
    )
    expect((await shop.db.select().from(orders)).length).toBe(1)
  })

  test.each([
    ['no products', { products: [], payerEmail: 'a@b.co' }, 400, 'NO_PRODUCTS_PROVIDED'],
    ['the list of products missing', { payerEmail: 'a@b.co' }, 400, 'NO_PRODUCTS_PROVIDED'],
    ['no email', { products: [{ id: 1 }] }, 400, 'NO_PAYER_EMAIL_PROVIDED'],
    [
      'a malformed email',
      { products: [{ id: 1 }], payerEmail: 'ana@' },
      400,
      'ERROR_INVALID_EMAIL',
    ],
    [
      'an unknown product',
      { products: [{ id: 4242 }], payerEmail: 'a@b.co' },
      404,
      'ERROR_PRODUCT_NOT_FOUND',
    ],
    [
      'a malformed product id',
      { products: [{ id: 'x' }], payerEmail: 'a@b.co' },
      400,
      'INVALID_DATA',
    ],
  ])('a cart with %s is refused', async (_, body, status, code) => {
    const reply = await shop.visitor().call(createPreference, { body: body as never })
    expect(reply).toMatchObject({ status, code })
  })

  test.each([...ORDER_ENTRIES, undefined])(
    'an order keeps that its buyer came by the entry %j',
    async entry => {
      const { id } = await shop.publish(await shop.seller())
      const body = { products: [{ id }], payerEmail: 'ana@mail.test', ...(entry && { entry }) }

      expectOk(await shop.visitor().call(createPreference, { body }))

      expect((await shop.db.select().from(orders))[0]?.entry).toBe(entry ?? null)
    },
  )

  test.each(['shop', '', 'LINK', 7, ['link']])('an unknown entry, %j, is refused', async entry => {
    const { id } = await shop.publish(await shop.seller())
    const body = { products: [{ id }], payerEmail: 'ana@mail.test', entry: entry as never }

    expect(await shop.visitor().call(createPreference, { body })).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
    })
  })

  test('an offered price below the asked price or outside the allowed range is refused', async () => {
    const seller = await shop.seller()
    const song = await shop.publish(seller, { price: 500, isPriceDynamic: true })
    const offer = (dynamicPrice?: number) =>
      shop.visitor().call(createPreference, {
        body: {
          products: [{ id: song.id, ...(dynamicPrice !== undefined && { dynamicPrice }) }],
          payerEmail: 'a@b.co',
        },
      })

    for (const invalidPrice of [499, 0, -1, 500.5, 1_000_001, undefined])
      expect(await offer(invalidPrice)).toMatchObject({ status: 400, code: 'INVALID_DATA' })
    expect(await offer(500)).toMatchObject({ status: 201 })
    expect(await offer(1_000_000)).toMatchObject({ status: 201 })
  })

  test('a cart with products of two sellers is refused', async () => {
    const [product, otherProduct] = [
      await shop.publish(await shop.seller()),
      await shop.publish(await shop.seller()),
    ]
    const body = { products: [{ id: product.id }, { id: otherProduct.id }], payerEmail: 'a@b.co' }
    expect(await shop.visitor().call(createPreference, { body })).toMatchObject({
      status: 400,
      code: 'DIFFERENT_SELLERS_PRODUCT',
    })
  })

  test('a buyer never pays more than the page showed, and is told the new prices of the cart', async () => {
    const seller = await shop.seller()
    const book = await shop.publish(seller, { price: 8900 })
    const song = await shop.publish(seller, { price: 500, isPriceDynamic: true })
    const payerEmail = 'ana@mail.test'
    const buy = (products: { id: number; dynamicPrice?: number }[], seen?: SeenQuote) =>
      shop.visitor().call(createPreference, { body: { products, seen, payerEmail } })
    const dearerBook = { id: book.id, price: 8900, why: 'seller' }
    const dearerSong = { id: song.id, price: 500 }

    expect(
      await buy(
        [{ id: book.id }, { id: song.id, dynamicPrice: 450 }],
        seeing({ id: book.id, price: 7900 }, { id: song.id, price: 450 }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'ERROR_PRICE_CHANGED',
      newQuote: {
        quote: { lines: [dearerBook, dearerSong], total: 9400 },
        facts: { products: [{ id: book.id }, { id: song.id, price: 500, isPriceDynamic: true }] },
      },
    })
    // The price was the buyer's choice, as far as a program knows, and is fixed now; or the other way round.
    expect(await buy([{ id: book.id, dynamicPrice: 9900 }])).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { lines: [dearerBook] } },
    })
    expect(await buy([{ id: song.id }])).toMatchObject({ code: 'INVALID_DATA' })
    expect(await shop.db.$count(orders)).toBe(0)

    // A lower price is charged, and so is a buyer's choice that is still enough.
    const seen = seeing({ id: book.id, price: 9900 }, { id: song.id, price: 600 })
    expectOk(await buy([{ id: book.id }, { id: song.id, dynamicPrice: 600 }], seen))
    const [order] = await shop.db.select().from(orders)
    expect(order).toMatchObject({ totalMinor: 950_000, feeMinor: 190_000 })
  })

  test('an order that is paid cannot have an item that costs nothing', async () => {
    const product = await shop.publish(await shop.seller())
    const { orderId } = await shop.order(shop.visitor(), [{ id: product.id }])
    const [item] = await shop.db.select().from(orderItems)
    const { id: _, ...values } = item!

    const insert = shop.db
      .insert(orderItems)
      .values({ ...values, priceMinor: 0, feeMinor: 0, sellerShareMinor: 0 })

    await expect(insert).rejects.toMatchObject({
      cause: { message: `an item of order ${orderId} costs nothing` },
    })
  })

  test('a purchase of one product takes at most 13 SQL statements', async () => {
    const product = await shop.publish(await shop.seller())
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    // The worker is stopped, since its queries on the same pool would be counted too.
    await shop.app.worker.stop()

    const queries = await recordQueries(shop.db.$client, async () =>
      expectOk(await shop.visitor().call(createPreference, input)),
    )
    shop.app.worker.start()

    // The cache checks its connection with a notification now and then, and the process reports itself.
    const ofTheRequest = queries.filter(({ text }) => !/pg_notify|"processes"/.test(text))
    const statements = ofTheRequest.map(({ text }) => text.slice(0, 60))
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(13)
    expect(statements.length).toBeGreaterThan(8)
  })
})
