import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateProduct } from '#contract/products/products.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { createProductUpdate } from '#contract/product-updates.ts'
import { getReceipt } from '#contract/receipts.ts'
import { listSales } from '#contract/sales/lines.ts'
import { orders } from '#server/db/schema/index.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { orderFree, seeing } from '#tools/api-client/quotes.ts'
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
  orderFree(from(ip), [id], { email })

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
  test('a free product is emailed to whoever asks, and has neither a payment nor a receipt nor a sale', async () => {
    expect(await ask('ana@mail.test')).toMatchObject({ status: 201 })

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

  test('a free product is not given without a captcha', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller, { price: 0 })

    const answer = await from().call(createPreference, {
      body: {
        products: [{ id }],
        seen: seeing({ id, price: 500 }),
        payerEmail: 'ana@mail.test',
      },
    })

    expect(answer).toMatchObject({ code: 'ERROR_CAPTCHA_FAILED' })
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('a free product with a dynamic price is sold for what its buyer offers', async () => {
    const { id } = await shop.publish(await shop.seller(), { price: 0, isPriceDynamic: true })
    expect(await ask('ana@mail.test', { id })).toMatchObject({ status: 201 })

    await shop.order(from(), [{ id, dynamicPrice: 500 }])

    expect(await shop.db.select().from(orders)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ totalMinor: 0, state: 'approved' }),
        expect.objectContaining({ totalMinor: 50_000, state: 'open' }),
      ]),
    )
  })

  test('a free product that costs something now is not given away', async () => {
    expectOk(
      await creator.call(updateProduct, {
        params: { id: String(product.id) },
        form: { price: 100 },
        files: {},
      }),
    )

    expect(await ask('ana@mail.test')).toMatchObject({ code: 'DIFFERENT_SELLERS_PRODUCT' })
  })
})

describe('the owner of a mailbox', () => {
  test('the owner of a mailbox has one order of a free product, whatever is typed and however often', async () => {
    const answers = await Promise.all([
      ask('ana@mail.test'),
      ask('ANA+gratis@mail.test'),
      ask('ana@mail.test'),
    ])

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    await shop.waitForJobs()
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('the owner of a mailbox gets at most three emails about a free product in a day', async () => {
    for (let request = 0; request < 5; request++)
      expect(await ask('ana@mail.test')).toMatchObject({ status: 201 })

    expect(await listCopies('ana@mail.test')).toHaveLength(3)
  })

  test('the owner of a mailbox is not told of changed files of a free product before a download has proved the address', async () => {
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

  test('the owner of a mailbox who asked for a free product is forgotten after 30 days without a download', async () => {
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
    expect(await ask('ana@mail.test')).toMatchObject({ status: 201 })
    expect(await listCopies('ana@mail.test')).toHaveLength(2)
  })
})

describe('somebody who wants to fill mailboxes with a free product', () => {
  /** How many emails about the products of a new seller go out in six minutes. */
  const AT_ONCE = 5
  const PERIOD_SECONDS = 360

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
  const passPeriod = () =>
    shop.db.execute(
      sql`update rate_limits set reset_at = reset_at - make_interval(secs => ${PERIOD_SECONDS})`,
    )

  test('somebody who floods mailboxes with a free product reaches a few, and whoever asks beyond them is told when to come back', async () => {
    const answers = await attack(20)

    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(AT_ONCE).fill(201),
      ...Array<number>(20 - AT_ONCE).fill(429),
    ])
    const { code, retryAfter } = answers.at(-1) as { code: string; retryAfter: number }
    expect(code).toBe('ERROR_TOO_MANY_REQUESTS')
    expect(retryAfter).toBeGreaterThan(PERIOD_SECONDS - 60)
    expect(retryAfter).toBeLessThanOrEqual(PERIOD_SECONDS)
    expect(await countMails()).toBe(AT_ONCE)

    await passPeriod()
    expect(await ask('victim19@mail.test')).toMatchObject({ status: 201 })

    expect(await listCopies('victim19@mail.test')).toHaveLength(1)
    expect(await findViolations()).toEqual([])
  })

  test('somebody who floods mailboxes with a free product does not learn from the answer whether an address has bought here', async () => {
    const buyer = 'buyer@mail.test'
    const paid = await shop.publish(await shop.seller())
    const { preferenceId, token } = await shop.order(from(), [{ id: paid.id }], buyer)
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    await attack(AT_ONCE)

    const [ofBuyer, ofStranger] = [await ask(buyer), await ask('eva@mail.test')]

    expect(ofBuyer).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    expect(ofStranger).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    expect(await listCopies(buyer)).toEqual([])
  })

  test('somebody who floods mailboxes with a free product does not keep the product of another seller from anybody', async () => {
    const other = await shop.publish(await shop.creator(), { name: 'Milonga', price: 0 })
    await attack(AT_ONCE + 1)

    expect(await ask('ana@mail.test', { id: other.id })).toMatchObject({ status: 201 })

    expect(await listCopies('ana@mail.test')).toHaveLength(1)
  })

  test('somebody who floods mailboxes with a free product does not use up the day of a mailbox by requests that were refused', async () => {
    await attack(AT_ONCE)
    for (let request = 0; request < 3; request++)
      expect(await ask('ana@mail.test')).toMatchObject({ status: 429 })
    await passPeriod()

    expect(await ask('ana@mail.test')).toMatchObject({ status: 201 })

    expect(await listCopies('ana@mail.test')).toHaveLength(1)
  })

  test('somebody who floods mailboxes with a free product is stopped by the limit of an address after twenty requests an hour', async () => {
    const answers = []
    for (let index = 0; index < 21; index++)
      answers.push(await ask(`victim${index}@mail.test`, { ip: '203.0.113.7' }))

    const waits = answers.map(answer => ('retryAfter' in answer ? answer.retryAfter! : 0))
    expect(waits.filter(seconds => seconds > PERIOD_SECONDS)).toHaveLength(1)
    expect(waits.at(-1)).toBeGreaterThan(PERIOD_SECONDS)
  })
})
