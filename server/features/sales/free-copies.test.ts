import { beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import type { Touch } from '#contract/orders/touches.ts'
import { createCoupon } from '#contract/prices/coupons.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { getSalesSummary, listSales } from '#contract/sales/lines.ts'
import { exportSalesBySource, getSalesBySource } from '#contract/sales/sources.ts'
import { exportStatement, getStatement } from '#contract/sales/statements.ts'
import { toLocalMonth } from '#contract/sales/months.ts'
import { products } from '#server/db/schema/index.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import {
  createPartialRefunds,
  expectCleanInvariants,
} from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
beforeEach(async () => {
  seller = await shop.seller()
})

/** Orders something that costs nothing. Resolves to the token in the email. */
async function take(
  id: number,
  email: string,
  { coupon, touches }: { coupon?: string; touches?: Touch[] } = {},
): Promise<string> {
  const visitor = shop.visitor()
  expectOk(
    await visitor.call(createPreference, {
      body: { products: [{ id }], payerEmail: email, coupon, from: touches },
      captcha: await visitor.solveCaptcha(createPreference.captcha.action),
    }),
  )
  await shop.waitForJobs()
  const [mail] = await shop.listMails(email)
  return /\/order\/([\w-]+)/.exec(mail!.text)![1]!
}

async function download(token: string): Promise<void> {
  const { items } = await shop.readOrder(token)
  for (const { downloadUrl } of items) await (await fetch(downloadUrl!)).arrayBuffer()
}

const readCopies = async () =>
  new Map(
    expectOk(await seller.call(listOwnProducts, {})).products.map(({ id, freeCopies }) => [
      id,
      freeCopies,
    ]),
  )
const readSummary = async (productId?: number) =>
  expectOk(await seller.call(getSalesSummary, { query: { range: 'all', productId } }))

describe('free copies', () => {
  test('free copies count for their seller once somebody downloads them, by product, day and source', async () => {
    const song = await shop.publish(seller, { name: 'Vidala', price: 0 })
    const path = `/product/${song.id}`
    await take(song.id, 'nobody@mail.test')
    const token = await take(song.id, 'ana@mail.test', {
      touches: [{ path, via: 'instagram', campaign: 'mayo' }],
    })
    expect(await readCopies()).toEqual(new Map([[song.id, 0]]))

    await download(token)
    await download(token)
    await download(await take(song.id, 'eva@mail.test'))

    expect(await readCopies()).toEqual(new Map([[song.id, 2]]))
    const summary = await readSummary()
    expect(summary).toMatchObject({ freeCopies: 2, count: 0, grossMinor: 0 })
    expect(summary.days).toMatchObject([{ freeCopies: 2, count: 0 }])
    expect(await readSummary(song.id)).toMatchObject({ freeCopies: 2 })
    const { total, sources, campaigns } = expectOk(
      await seller.call(getSalesBySource, { query: {} }),
    )
    expect(total).toMatchObject({ freeCopies: 2, started: 0, count: 0 })
    expect(sources.find(({ source }) => source === 'instagram')).toMatchObject({ freeCopies: 1 })
    expect(campaigns).toMatchObject([{ campaign: 'mayo', freeCopies: 1 }])
    const csv = await (await seller.request(`/api${exportSalesBySource.path}`)).text()
    expect(csv).toMatch(/Copias gratis/)
    // The list of sales is about money.
    expect(expectOk(await seller.call(listSales, { query: {} })).sales).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('free copies of a pack by a coupon count once for the pack and once for each part', async () => {
    const book = await shop.publish(seller, { name: 'Recetario', price: 1000 })
    const song = await shop.publish(seller, { name: 'Vidala', price: 2000 })
    const pack = await publishPack(seller, [book.id, song.id], { name: 'Todo', price: 2500 })
    expectOk(
      await seller.call(createCoupon, {
        body: { ...UNLIMITED, code: 'REGALO', kind: 'percent', value: 100 },
      }),
    )
    await download(await take(pack.id, 'ana@mail.test', { coupon: 'REGALO' }))

    expect(await readCopies()).toEqual(
      new Map([
        [pack.id, 1],
        [book.id, 1],
        [song.id, 1],
      ]),
    )
    expect(await readSummary(pack.id)).toMatchObject({ freeCopies: 1 })
    await expectCleanInvariants(shop)

    await shop.db.update(products).set({ freeCopies: 7 })
    await expect(expectCleanInvariants(shop)).rejects.toThrow('sales_count')
  })

  test('free copies are a line of zero in the statement of a month with sales', async () => {
    const song = await shop.publish(seller, { name: 'Vidala', price: 0 })
    await download(await take(song.id, 'ana@mail.test'))
    await createPartialRefunds(shop, seller).createPaidOrder()
    const params = { month: toLocalMonth(new Date()) }

    const { sections } = expectOk(await seller.call(getStatement, { params }))
    expect(sections).toMatchObject([{ saleCount: 2, freeCopyCount: 1 }])
    const csv = await (
      await seller.request(`/api${exportStatement.path.replace(':month', params.month)}`)
    ).text()
    expect(csv).toMatch(/Copias gratis entregadas: 1.*[,;]0[.,]00/)
  })
})
