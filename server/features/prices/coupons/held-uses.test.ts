import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { createCoupon, listCoupons } from '#contract/prices/coupons.ts'
import { couponUses, orders } from '#server/db/schema/index.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { orderFree } from '#tools/api-client/quotes.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { type SignedInUser, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ TRUST_PROXY: 'loopback' })
})
let seller: SignedInUser
let book: { id: number }
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  book = await shop.publish(seller, { price: 10_000 })
})
afterAll(() => shop.close())

const create = async (cap: number, value = 10) =>
  expectOk(
    await seller.call(createCoupon, {
      body: { ...UNLIMITED, code: 'FERIA', kind: 'percent', value, cap },
    }),
  )

const from = (ip: string) => shop.visitor({ 'x-forwarded-for': ip })

const buy = (ip: string, email: string) =>
  from(ip).call(createPreference, {
    body: { products: [{ id: book.id }], payerEmail: email, coupon: 'FERIA' },
  })

const refused = (refusal: string) => ({
  status: 409,
  code: 'ERROR_PRICE_CHANGED',
  newQuote: { quote: { total: 10_000, coupon: { refusal } } },
})

const readCoupon = async () => expectOk(await seller.call(listCoupons, { query: {} })).coupons[0]

describe('the held uses of a coupon', () => {
  test('the held uses of a coupon are exactly as many as the cap, however many buyers come at once', async () => {
    await create(5)

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => buy(`10.0.${n}.1`, `a${n}@mail.test`)),
    )

    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toMatchObject(refused('used_up'))
    expect(await shop.db.$count(couponUses)).toBe(5)
    expect(await shop.db.$count(orders)).toBe(5)
  })

  test('the held uses of a coupon by one network are a fifth of the cap, until they are paid', async () => {
    await create(20)
    for (let n = 1; n <= 4; n += 1) expectOk(await buy(`10.0.0.${n}`, `a${n}@mail.test`))

    expect(await buy('10.0.0.5', 'a5@mail.test')).toMatchObject(refused('held_by_network'))
    expectOk(await buy('10.9.9.9', 'eva@mail.test'))
    expect(await readCoupon()).toMatchObject({ usedCount: 0, heldCount: 5 })

    const [paid] = await shop.db.select().from(orders).orderBy(orders.createdAt)
    await shop.provider.pay({ preferenceId: paid!.preferenceId!, outcome: 'approved' })
    await shop.waitForJobs()
    expectOk(await buy('10.0.0.5', 'a5@mail.test'))
    expect(await readCoupon()).toMatchObject({ usedCount: 1, heldCount: 5 })
    await expectCleanInvariants(shop)
  })

  test('the held uses of a coupon that makes all free are bounded too, and used once somebody downloads the files', async () => {
    await create(10, 100)
    const take = (n: number) =>
      orderFree(from(`10.0.0.${n}`), [book.id], { email: `a${n}@mail.test`, coupon: 'FERIA' })
    for (const n of [1, 2, 3]) expectOk(await take(n))

    expect(await take(4)).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { coupon: { refusal: 'held_by_network' } } },
    })
    expect(await readCoupon()).toMatchObject({ usedCount: 0, heldCount: 3 })
    await shop.waitForJobs()
    await expectCleanInvariants(shop)

    const [mail] = await shop.listMails('a1@mail.test')
    const { items } = await shop.readOrder(/\/order\/([\w-]+)/.exec(mail!.text)![1]!)
    await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()
    expect(await readCoupon()).toMatchObject({ usedCount: 1, heldCount: 2 })
    expectOk(await take(4))
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })
})
