import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createCoupon, listCoupons } from '#contract/prices/coupons.ts'
import { type Purchase, createPreference } from '#contract/orders/orders.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type Marketplace, startMarketplace, waitForInvariants } from './purchases.ts'

/**
 * Lets more buyers use a coupon than its cap allows, first 8 and then 64 at the same time, while the server is killed
 * with SIGKILL at random moments. Some of them open five pages each and try to pay all of these. Exactly as many as the
 * cap must get its price and pay it. Usage: node test/faults/coupon-cap.ts [kills] [cap] [buyers] [browsers with pages]
 */
const [kills = 10, cap = 100, buyers = 300, browsers = 50] = process.argv.slice(2).map(Number)
const PAGES_PER_BROWSER = 5
const LATEST_KILL_MS = 1000
const RETRY_MS = 100
const SETTLE_MS = 8 * 60_000
const AT_ONCE = [8, 64]

type Answer = 'paid' | 'refused'

const shop = await startMarketplace({ TRUST_PROXY: 'loopback' })
try {
  for (const atOnce of AT_ONCE) await useUp(`TOPE-${atOnce}`, atOnce)
  const { code, output } = await waitForInvariants(shop.server, Date.now() + SETTLE_MS)
  console.log(output)
  if (code !== 0) process.exitCode = 1
} finally {
  await shop.server.close()
}

async function useUp(code: string, atOnce: number): Promise<void> {
  const body = { ...UNLIMITED, code, kind: 'percent', value: 10, cap, perBuyer: 1 } as const
  expectOk(await shop.seller.call(createCoupon, { body }))
  const answers: Answer[] = []
  let next = 0
  const work = async () => {
    while (next < buyers + browsers) {
      const number = next++
      const pages = number % Math.ceil((buyers + browsers) / browsers) === 0 ? PAGES_PER_BROWSER : 1
      answers.push(await buyWith(shop, code, { email: `${atOnce}-${number}@buyers.test`, pages }))
    }
  }
  const isDone = Promise.all(Array.from({ length: atOnce }, work)).then(() => true)
  let killed = 0
  while (killed < kills && !(await Promise.race([isDone, pause(randomInt(LATEST_KILL_MS))]))) {
    await shop.server.kill()
    await shop.server.start()
    killed += 1
  }
  await isDone

  const end = Date.now() + SETTLE_MS
  let coupon = await findCoupon(code)
  while (coupon.usedCount < cap && Date.now() < end) {
    await pause(RETRY_MS)
    coupon = await findCoupon(code)
  }
  const paid = answers.filter(answer => answer === 'paid').length
  console.table([
    {
      code,
      atOnce,
      killed,
      buyers,
      browsers,
      paid,
      used: coupon.usedCount,
      held: coupon.heldCount,
    },
  ])
  if (paid >= cap && coupon.usedCount === cap && coupon.heldCount === 0) return
  console.log('WRONG: not as many uses as the cap.')
  process.exitCode = 1
}

async function findCoupon(code: string) {
  const { coupons } = expectOk(await shop.seller.call(listCoupons, { query: {} }))
  return coupons.find(coupon => coupon.code === code)!
}

/**
 * Opens pages to pay a product with the coupon and tries to pay all of them, or is told that the coupon is used up. The
 * provider may take the payment of a page that is just being closed: then its order waits for a person.
 */
async function buyWith(
  { server, productIds }: Marketplace,
  code: string,
  { email, pages }: { email: string; pages: number },
): Promise<Answer> {
  // Each buyer has a network, since one network can hold a part of the uses only.
  const network = `${randomInt(1, 200)}.${randomInt(256)}.${randomInt(256)}`
  const visitor = new ApiClient(server.origin, { 'x-forwarded-for': `${network}.1` })
  const products = [{ id: productIds[randomInt(productIds.length)]! }]
  const body = { products, payerEmail: email, coupon: code }
  const preferenceIds: string[] = []
  for (let page = 0; page < pages; page += 1) {
    const preferenceId = await openPage(visitor, body)
    if (preferenceId !== undefined) preferenceIds.push(preferenceId)
  }
  let isPaid = false
  for (const preferenceId of preferenceIds)
    isPaid =
      (await server.provider.pay({ preferenceId, outcome: 'approved' }).then(
        () => true,
        () => false,
      )) || isPaid
  return isPaid ? 'paid' : 'refused'
}

/**
 * Orders a cart, and repeats it after faults as the page does.
 * @returns undefined if the coupon is used up, or an earlier order of the buyer is just being changed and keeps its use
 */
async function openPage(visitor: ApiClient, body: Purchase): Promise<string | undefined> {
  const idempotencyKey = randomUUID()
  for (;;) {
    const answer = await visitor
      .call(createPreference, { body, idempotencyKey })
      .catch(() => undefined)
    if (answer?.ok) return new URL(answer.body.init_point).searchParams.get('pref_id')!
    const refusal = answer?.newQuote?.quote.coupon?.refusal
    if (refusal === 'used_up' || refusal === 'used_by_buyer') return undefined
    if (answer && answer.status < 500) throw new Error(`refused: ${answer.status} ${answer.code}`)
    await pause(RETRY_MS)
  }
}
