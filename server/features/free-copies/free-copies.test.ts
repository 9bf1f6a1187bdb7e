import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateProduct } from '#contract/catalog/products.ts'
import { listPublicProducts } from '#contract/catalog/search.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { requestFreeCopy } from '#contract/free-copies.ts'
import { createProductUpdate } from '#contract/product-updates.ts'
import { getReceipt } from '#contract/receipts.ts'
import { listSales } from '#contract/sales/lines.ts'
import { freeCopyRequests, orders } from '#server/db/schema/index.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type SignedInUser, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const FREE = /^Tu producto gratis: /

/** The limits count, so that each test says how many requests pass them. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
let creator: SignedInUser
let product: { id: number }
beforeEach(async () => {
  await shop.reset()
  // A seller without a payment account.
  creator = await shop.creator()
  product = await shop.publish(creator, { name: 'Vidala', price: 0 })
})
afterAll(() => shop.close())

let lastNetwork = 0
/** A visitor from a network of its own, unless one is given. */
const from = (ip = `10.${Math.floor(++lastNetwork / 250)}.${lastNetwork % 250}.1`) =>
  shop.visitor({ 'x-forwarded-for': ip })

const ask = (email: string, { ip, id = product.id }: { ip?: string; id?: number } = {}) =>
  from(ip).call(requestFreeCopy, { params: { id: String(id) }, body: { email } })

/** Lists the emails with free files to an address. */
async function listCopies(email: string) {
  await shop.waitForJobs()
  return (await shop.listMails(email)).filter(({ subject }) => FREE.test(subject))
}

async function readToken(email: string): Promise<string> {
  const [mail] = await listCopies(email)
  return /\/order\/([\w-]+)/.exec(mail!.text)![1]!
}

const download = async (token: string) => {
  const { items } = await shop.readOrder(token)
  const response = await fetch(items[0]!.downloadUrl!)
  await response.arrayBuffer()
  return response.status
}

const findViolations = () =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(join(shop.folder, 'storage')),
  }).then(findings => findings.map(({ name }) => name))

describe('a free product', () => {
  test('is emailed to whoever asks, and has neither a payment nor a receipt nor a sale', async () => {
    expect(await ask('ana@mail.test')).toMatchObject({ status: 202, body: { isDelayed: false } })

    const token = await readToken('ana@mail.test')
    const order = await shop.readOrder(token)
    expect(order).toMatchObject({
      state: 'approved',
      detail: 'given',
      totalMinor: 0,
      receiptUrl: null,
      payment: null,
      items: [{ name: 'Vidala', priceMinor: 0, downloadsLeft: 10 }],
    })
    expect(await download(token)).toBe(200)
    expect(await from().call(getReceipt, { params: { token } })).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
    })
    expect((await shop.provider.readLedger()).preferences).toEqual([])
    const sales = expectOk(await creator.call(listSales, { query: { list: 'sales' } }))
    expect(sales.sales).toEqual([])
    const listed = expectOk(
      await from().call(listPublicProducts, { params: { page: 1 }, query: {} }),
    )
    expect(listed.products).toMatchObject([{ id: product.id, price: 0 }])
    expect(await shop.db.query.products.findMany()).toMatchObject([{ salesCount: 0 }])
    expect(await findViolations()).toEqual([])
  })

  test('is not sold', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller, { price: 0 })

    const answer = await from().call(createPreference, {
      body: { products: [{ id, seenPrice: 0 }], payerEmail: 'ana@mail.test' },
    })

    expect(answer).toMatchObject({ code: 'ERROR_PRICE_CHANGED' })
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('with a dynamic price is sold for what its buyer offers', async () => {
    const { id } = await shop.publish(await shop.seller(), { price: 0, isPriceDynamic: true })
    expect(await ask('ana@mail.test', { id })).toMatchObject({ status: 202 })

    await shop.order(from(), [{ id, dynamicPrice: 500, seenPrice: 0 }])

    expect(await shop.db.select().from(orders)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ totalMinor: 0, state: 'approved' }),
        expect.objectContaining({ totalMinor: 50_000, state: 'open' }),
      ]),
    )
  })

  test('that costs something now is not given away', async () => {
    expectOk(
      await creator.call(updateProduct, {
        params: { id: String(product.id) },
        form: { price: 100 },
        files: {},
      }),
    )

    expect(await ask('ana@mail.test')).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
  })
})

describe('the owner of a mailbox', () => {
  test('has one order of a product, whatever is typed and however often', async () => {
    const answers = await Promise.all([
      ask('ana@mail.test'),
      ask('ANA+gratis@mail.test'),
      ask('ana@mail.test'),
    ])

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await shop.waitForJobs()
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('gets at most three emails about it in a day', async () => {
    for (let request = 0; request < 5; request++)
      expect(await ask('ana@mail.test')).toMatchObject({ status: 202 })

    expect(await listCopies('ana@mail.test')).toHaveLength(3)
  })

  test('is not told of changed files before a download has proved the address', async () => {
    await ask('ana@mail.test')
    await ask('eva@mail.test')
    expect(await download(await readToken('eva@mail.test'))).toBe(200)

    const params = { id: String(product.id) }
    const body = { note: 'Corregimos la página 3.', isAnnounced: true }
    expectOk(await creator.call(createProductUpdate, { params, body }))

    await shop.waitForMail('eva@mail.test', /Vidala/)
    await shop.waitForJobs()
    expect(await shop.listMails('ana@mail.test')).toHaveLength(1)
  })

  test('is forgotten after 30 days without a download', async () => {
    await ask('ana@mail.test')
    await ask('eva@mail.test')
    await download(await readToken('eva@mail.test'))
    await shop.db.execute(
      sql`update orders set created_at = now() - interval '31 days', approved_at = now() - interval '31 days'`,
    )
    await shop.db.execute(
      sql`update order_items set sold_at = (select approved_at from orders limit 1)`,
    )

    await purgeAbandonedAddresses(shop.db)

    const rows = await shop.db.select().from(orders)
    expect(rows.map(({ payerEmail, state }) => `${payerEmail} ${state}`).toSorted()).toEqual([
      ' expired',
      'eva@mail.test approved',
    ])
    expect(await findViolations()).toEqual([])
    expect(await ask('ana@mail.test')).toMatchObject({ status: 202 })
    expect(await listCopies('ana@mail.test')).toHaveLength(2)
  })
})

describe('somebody who wants to fill mailboxes with a free product', () => {
  /** How many emails about the products of a new seller go to unproved addresses in six minutes. */
  const AT_ONCE = 5

  const attack = async (requests: number) => {
    const answers = []
    for (let index = 0; index < requests; index++)
      answers.push(await ask(`victim${index}@mail.test`))
    return answers
  }
  const countMails = async () => {
    await shop.waitForJobs()
    return shop.db.$count(orders)
  }

  test('reaches a few, while those who proved their address still get theirs', async () => {
    const buyer = 'buyer@mail.test'
    const paid = await shop.publish(await shop.seller())
    const { preferenceId, token } = await shop.order(from(), [{ id: paid.id }], buyer)
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    const before = await countMails()

    const answers = await attack(20)

    expect(answers.map(answer => expectOk(answer).isDelayed)).toEqual([
      ...Array<boolean>(AT_ONCE).fill(false),
      ...Array<boolean>(20 - AT_ONCE).fill(true),
    ])
    expect(await countMails()).toBe(before + AT_ONCE)
    expect(await shop.db.$count(freeCopyRequests)).toBe(20 - AT_ONCE)
    // The reply is the same for everybody, so that it does not tell who has bought here.
    expect(await ask(buyer)).toMatchObject({ body: { isDelayed: true } })
    expect(await listCopies(buyer)).toHaveLength(1)
  })

  test('does not keep somebody from another network or of another seller waiting behind the others', async () => {
    for (let index = 0; index < 15; index++)
      await ask(`victim${index}@mail.test`, { ip: '203.0.113.7' })
    await ask('ana@mail.test')
    expect(await listCopies('ana@mail.test')).toEqual([])
    await shop.db.execute(`delete from rate_limits where key like 'free_copies_%'`)

    await shop.runSchedule('answer_free_copy_requests')

    expect(await listCopies('ana@mail.test')).toHaveLength(1)
    expect(await shop.db.$count(freeCopyRequests)).toBe(16 - 2 * AT_ONCE)
    expect(await findViolations()).toEqual([])
  })

  test('reaches nobody any more when the product costs something, or a day later', async () => {
    await attack(AT_ONCE + 3)
    await shop.db.execute(`update products set price = 100`)
    await shop.runSchedule('answer_free_copy_requests')
    expect(await shop.db.$count(freeCopyRequests)).toBe(0)
    await shop.db.execute(`update products set price = 0`)
    await attack(AT_ONCE + 8)
    await shop.db.execute(`update free_copy_requests set created_at = now() - interval '25 hours'`)

    await shop.runSchedule('answer_free_copy_requests')

    expect(await shop.db.$count(freeCopyRequests)).toBe(0)
    expect(await countMails()).toBe(AT_ONCE)
  })

  test('is stopped by the limit of an address after twenty requests an hour', async () => {
    const statuses = []
    for (let index = 0; index < 21; index++)
      statuses.push((await ask(`victim${index}@mail.test`, { ip: '203.0.113.7' })).status)

    expect(statuses.filter(status => status === 202)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})
