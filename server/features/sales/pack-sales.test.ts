import { beforeEach, describe, expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import { type Sale, exportSales, getSalesSummary, listSales } from '#contract/sales/lines.ts'
import { getSalesBySource } from '#contract/sales/sources.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { usePartialRefunds } from '#tools/test-app/orders/partial-refunds.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
const current = usePartialRefunds(shop)
let book: { id: number }
let song: { id: number }
let film: { id: number }
let pack: { id: number }
beforeEach(async () => {
  const { seller } = current
  book = await shop.publish(seller, { name: 'Recetario', price: 1000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 3000 })
  film = await shop.publish(seller, { name: 'Cosecha', price: 6000 })
  pack = await publishPack(seller, [book.id, song.id, film.id], { name: '=Cocina', price: 5000 })
})

/** A product of a cart; with `completes`, the parts of a pack that the buyer does not have. */
type Wanted = Parameters<typeof shop.order>[1][number]

/** Orders products and pays the order. */
async function buy(products: Wanted[], visitor: ApiClient = shop.visitor()) {
  const order = await shop.order(visitor, products)
  const { preferenceId, token } = order
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  return { ...order, paymentId }
}

const list = async (productId: number) =>
  expectOk(await current.seller.call(listSales, { query: { productId } })).sales
const summarize = async (productId: number) =>
  expectOk(await current.seller.call(getSalesSummary, { query: { productId } }))

const describeLine = ({ orderId, productName, packName }: Sale) => ({
  orderId,
  productName,
  packName,
})
const inPack = (orderId: string, ...names: string[]) =>
  names.map(productName => ({ orderId, productName, packName: '=Cocina' }))

describe('the sales of a pack', () => {
  test('the sales of a pack are its lines in the orders of the pack and in those that complete it', async () => {
    const bookReader = shop.visitor()
    await buy([book], bookReader)
    const whole = await buy([pack])
    const rest = await buy([{ id: pack.id, completes: {} }], bookReader)

    const lines = await list(pack.id)
    const summary = await summarize(pack.id)

    expect(lines.map(describeLine)).toEqual([
      ...inPack(rest.orderId, 'Cosecha', 'Vidala'),
      ...inPack(whole.orderId, 'Cosecha', 'Vidala', 'Recetario'),
    ])
    expect(summary).toMatchObject({
      count: 2,
      unsettledCount: 0,
      grossMinor: 500_000 + 400_000,
      feeMinor: sum(lines.map(line => line.feeMinor)),
      sellerShareMinor: sum(lines.map(line => line.sellerShareMinor)),
      netMinor: sum(lines.map(line => line.netMinor ?? 0)),
      refundedMinor: 0,
      days: [{ count: 2, grossMinor: 900_000 }],
    })
    expect(sum(lines.map(line => line.priceMinor))).toBe(summary.grossMinor)
  })

  test('the sales of a pack are without the other products of the order', async () => {
    const other = await shop.publish(current.seller, { name: 'Charla', price: 700 })
    const { orderId } = await buy([pack, other])

    expect((await list(pack.id)).map(describeLine)).toEqual(
      inPack(orderId, 'Cosecha', 'Vidala', 'Recetario'),
    )
    expect(await summarize(pack.id)).toMatchObject({ count: 1, grossMinor: 500_000 })
    expect((await list(other.id)).map(describeLine)).toEqual([
      { orderId, productName: 'Charla', packName: null },
    ])
    expect(await summarize(other.id)).toMatchObject({ count: 1, grossMinor: 70_000 })
  })

  test('the sales of a pack are sales of each part too, which say the pack', async () => {
    const alone = await buy([book])
    const whole = await buy([pack])

    expect((await list(book.id)).map(describeLine)).toEqual([
      ...inPack(whole.orderId, 'Recetario'),
      { orderId: alone.orderId, productName: 'Recetario', packName: null },
    ])
    expect(await summarize(book.id)).toMatchObject({ count: 2, grossMinor: 100_000 + 50_000 })
  })

  test('the sales of a pack are found by a part of the name of the pack', async () => {
    await buy([book])
    const whole = await buy([pack])

    const { sales } = expectOk(await current.seller.call(listSales, { query: { q: 'cocin' } }))

    expect(sales.map(describeLine)).toEqual(inPack(whole.orderId, 'Cosecha', 'Vidala', 'Recetario'))
  })

  test('the sales of a pack still count an order of which a part was refunded, and no order that was refunded whole', async () => {
    const { calls } = current
    const { orderId, token, paymentId } = await buy([pack])
    const { items } = await calls.getOrder(orderId)
    const songItem = items.find(({ productName }) => productName === 'Vidala')!

    expectOk(await calls.refundPart(orderId, { itemIds: [songItem.itemId] }))
    await calls.waitForRefunded(orderId, 150_000)
    expect(await summarize(pack.id)).toMatchObject({
      count: 1,
      grossMinor: 500_000,
      refundedMinor: 150_000,
    })

    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')
    expect(await summarize(pack.id)).toMatchObject({
      count: 0,
      grossMinor: 0,
      refundedMinor: 500_000,
    })
    expect((await list(pack.id)).map(({ state }) => state)).toEqual(Array(3).fill('refunded'))
  })

  test('the sales of a pack are exported with the name of the pack, which a spreadsheet does not run', async () => {
    await buy([book])
    await buy([pack])

    const reply = await current.seller.request(`/api${exportSales.path}?productId=${pack.id}`)
    const [header, ...rows] = (await reply.text()).split('\r\n').map(row => row.split(','))

    expect(header!.at(-1)).toBe('Pack')
    const lines = rows.filter(row => row.length > 1 && row[0] !== 'Total')
    expect(lines.map(row => [row[3], row.at(-1)])).toEqual([
      ['Cosecha', "'=Cocina"],
      ['Vidala', "'=Cocina"],
      ['Recetario', "'=Cocina"],
    ])
    expect(rows.find(row => row[0] === 'Total')).toEqual(
      expect.arrayContaining(['Renglones: 3', '5000.00']),
    )
  })

  test('the sales of a pack and the orders that were begun count for the pack in the report of sources', async () => {
    await buy([pack])
    await shop.order(shop.visitor(), [pack])

    const report = expectOk(
      await current.seller.call(getSalesBySource, { query: { productId: pack.id } }),
    )

    const figures = { started: 2, count: 1, grossMinor: 500_000 }
    expect(report.total).toMatchObject(figures)
    expect(report.products).toMatchObject([{ productId: pack.id, name: '=Cocina', ...figures }])
  })

  test('the sales of a pack are not those of another seller', async () => {
    await buy([pack])
    const stranger = await shop.seller()

    const query = { productId: pack.id }
    expect(expectOk(await stranger.call(listSales, { query })).sales).toEqual([])
    expect(expectOk(await stranger.call(getSalesSummary, { query }))).toMatchObject({ count: 0 })
  })
})
