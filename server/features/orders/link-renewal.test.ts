import { setDownloadsLeft } from '#tools/test-app/orders/set-downloads-left.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOrder, renewOrderLink, resendOrderLinks } from '#contract/orders/orders.ts'
import { resendSale } from '#contract/sales/order.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const BUYER = 'buyer@mail.test'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
let orderId: string
let token: string
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  ;({ orderId, token } = order)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
})
afterAll(() => shop.close())

const visit = (link: string) =>
  shop.visitor().call(getOrder, { params: { token: link }, query: {} })
const renew = (link: string) => shop.visitor().call(renewOrderLink, { params: { token: link } })
/** Returns the tokens of all links in the buyer's emails, each once. */
async function mailedTokens(): Promise<string[]> {
  await shop.waitForJobs()
  const texts = (await shop.listMails(BUYER)).map(({ text }) => text)
  return [...new Set(texts.flatMap(text => text.match(/(?<=\/order\/)[\w-]{54}/g) ?? []))]
}
async function newToken(known: string[]): Promise<string> {
  const [found, ...others] = (await mailedTokens()).filter(mailed => !known.includes(mailed))
  expect(others).toEqual([])
  return found!
}

describe('the link to an order', () => {
  test.each([
    ['the seller resends the delivery', () => seller.call(resendSale, { params: { orderId } })],
    ['its holder cancels it', () => renew(token)],
  ])('the link to an order is replaced by a new one when %s', async (_, replace) => {
    expectOk(await replace())

    const replacement = await newToken([token])
    expect(await visit(token)).toMatchObject({ status: 404, code: 'ERROR_ORDER_LINK_REPLACED' })
    const order = expectOk(await visit(replacement))
    expect(order.orderId).toBe(orderId)
    const [item] = order.items
    expect((await fetch(item!.downloadUrl!)).status).toBe(200)
    const oldUrl = item!.downloadUrl!.replace(replacement, token)
    expect((await fetch(oldUrl)).status).toBe(404)
  })

  test('the link to an order stays valid when anybody asks for links by email, until the buyer downloads by the new one', async () => {
    const { items } = expectOk(await visit(token))
    const download = (link: string, headers = {}) =>
      fetch(items[0]!.downloadUrl!.replace(token, link), { headers })
    await setDownloadsLeft(shop.db, 2)
    expect((await download(token)).status).toBe(200)

    for (let n = 0; n < 3; n += 1) {
      expectOk(await shop.visitor().call(resendOrderLinks, { body: { email: BUYER } }))
      await shop.db.delete(rateLimits)
    }
    const offered = await newToken([token])

    // The page of the new link shows what it brings; the old one works as before.
    expect(expectOk(await visit(offered)).items[0]!.downloadsLeft).toBe(10)
    expect(expectOk(await visit(token)).items[0]!.downloadsLeft).toBe(1)
    expect((await download(token, { range: 'bytes=100-' })).status).toBe(206)

    expect((await download(offered)).status).toBe(200)
    expect(expectOk(await visit(offered)).items[0]!.downloadsLeft).toBe(9)
    expect(await visit(token)).toMatchObject({ code: 'ERROR_ORDER_LINK_REPLACED' })
  })

  test('the link to an order brings its downloads once, also if two files are downloaded by it at the same time', async () => {
    expectOk(await shop.visitor().call(resendOrderLinks, { body: { email: BUYER } }))
    const offered = await newToken([token])
    const { items } = expectOk(await visit(offered))

    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await fetch(items[0]!.downloadUrl!)).status),
    )

    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200))
    expect(expectOk(await visit(offered)).items[0]!.downloadsLeft).toBe(4)
  })

  test('the link to an order is emailed again by a replaced link, which cannot cancel the current one', async () => {
    expectOk(await renew(token))
    const current = await newToken([token])
    const mails = (await shop.listMails(BUYER)).length

    expectOk(await renew(token))

    await expect.poll(async () => (await shop.listMails(BUYER)).length).toBe(mails + 1)
    expect(await mailedTokens()).toEqual(expect.arrayContaining([current]))
    expect(await visit(current)).toMatchObject({ ok: true })
  })

  test('the link to an order is not renewed more than three times in an hour', async () => {
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await renew(token)).status)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  test('the link to an order is not renewed for a token that was never valid, or before the order is paid', async () => {
    const forged = token.slice(0, -3) + (token.endsWith('AAA') ? 'BBB' : 'AAA')
    expect(await renew(forged)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
    expect(await visit(forged)).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    const product = await shop.publish(seller, { name: 'Otro libro' })
    const unpaid = await shop.order(shop.visitor(), [{ id: product.id }])

    expect(await renew(unpaid.token)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    expect(await visit(unpaid.token)).toMatchObject({ ok: true })
  })

  test('the link to an order is renewed once by ten simultaneous calls', async () => {
    await Promise.all(Array.from({ length: 10 }, () => renew(token)))

    const current = await newToken([token])
    expect(await visit(current)).toMatchObject({ ok: true })
  })
})
