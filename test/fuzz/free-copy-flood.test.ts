import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreProduct, takeDownProduct } from '#contract/admin/products.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { orderFree } from '#tools/api-client/quotes.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** How many requests the attackers send. `npm test` sends few; CONTRIBUTING.md names the command for 10,000. */
const REQUESTS = Number(process.env['FLOOD_REQUESTS'] ?? 120)
/**
 * How many IP addresses the attackers have in each network; each sends one request, so that no limit of theirs counts.
 */
const ADDRESSES_PER_NETWORK = 20
const NETWORKS = Math.ceil(REQUESTS / ADDRESSES_PER_NETWORK)
/** One of so many requests names the same mailbox, each in another spelling. */
const REQUESTS_PER_TARGET = 10
const AT_ONCE = 16

/** The brakes: how many emails go out in a period, of a new seller and of the marketplace. */
const PERIOD_MINUTES = 6
const PERIODS_PER_HOUR = 60 / PERIOD_MINUTES
const BY_NEW_SELLER = 5
const BY_MARKETPLACE = 60
const TEST_MS = 120_000 + REQUESTS * 60

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const ask = (productId: number, email: string, ip: string) =>
  orderFree(shop.visitor({ 'x-forwarded-for': ip }), [productId], { email })

const publishFree = async (name: string) => shop.publish(await shop.creator(), { name, price: 0 })

/** What is answered beyond the brakes: when to come back. */
const REFUSAL = {
  status: 429,
  code: 'ERROR_TOO_MANY_REQUESTS',
  retryAfter: expect.any(Number) as number,
}

/** Sends requests for products in turn, each from an IP address of its own; resolves to how many were refused. */
async function flood(productIds: number[], requests: number) {
  const answers = { sent: 0, refused: 0 }
  await runAtOnce(AT_ONCE, requests, async number => {
    const network = Math.floor(number / ADDRESSES_PER_NETWORK)
    const ip = `10.${network >> 8}.${network & 255}.${1 + (number % ADDRESSES_PER_NETWORK)}`
    const email =
      number % REQUESTS_PER_TARGET === 1
        ? `target+${number}@mail.test`
        : `victim${number}@mail.test`
    const answer = await ask(productIds[number % productIds.length]!, email, ip)
    if (!answer.ok) expect(answer).toMatchObject(REFUSAL)
    answers[answer.ok ? 'sent' : 'refused'] += 1
  })
  await shop.waitForJobs()
  return answers
}

/** Counts the emails with free files of each product, by the address to which they went. */
async function countMails() {
  const { rows } = await shop.db.execute<{ address: string; name: string }>(
    sql`select o.payer_email as address, i.name from orders o join order_items i on i.order_id = o.id
      where o.total_minor = 0`,
  )
  const byProduct: Record<string, number> = {}
  const byMailbox: Record<string, number> = {}
  for (const { address, name } of rows) {
    const sent = (await shop.listMails(address)).filter(({ subject }) => subject.includes(name))
    const mailbox = address.replace(/\+\d+/, '')
    byMailbox[mailbox] = (byMailbox[mailbox] ?? 0) + sent.length
    byProduct[name] = (byProduct[name] ?? 0) + sent.length
  }
  return { byProduct, byMailbox, total: Object.values(byProduct).reduce((a, b) => a + b, 0) }
}

const hasMail = async (address: string) => (await shop.listMails(address)).length > 0

/** Lets a period pass for every limit. */
const passPeriod = () =>
  shop.db.execute(
    sql`update rate_limits set reset_at = reset_at - make_interval(mins => ${PERIOD_MINUTES})`,
  )

const print = (what: string, figure: string | number) =>
  process.stdout.write(`${what}: ${figure}\n`)

describe('a flood of requests for the free product of one new seller', () => {
  test(
    'a flood of requests for one free product sends few emails, leaves other sellers alone, and ends with an admin’s decision',
    { timeout: TEST_MS },
    async () => {
      const attacked = await publishFree('Vidala')
      const other = await publishFree('Milonga')
      const admin = await createAdmin(shop, 'admin@kiosko.test')

      const startedAt = Date.now()
      const answers = await flood([attacked.id], REQUESTS)
      print('requests', `${REQUESTS} from ${NETWORKS} networks in ${Date.now() - startedAt} ms`)
      print('answered at once / refused', `${answers.sent} / ${answers.refused}`)
      expect(answers).toEqual({ sent: BY_NEW_SELLER, refused: REQUESTS - BY_NEW_SELLER })
      expect((await countMails()).total).toBe(BY_NEW_SELLER)

      // Somebody who wants the product of another seller gets it at once, also from a network of the attackers.
      expectOk(await ask(other.id, 'eva@mail.test', '10.0.0.99'))
      await shop.waitForMail('eva@mail.test', /Milonga/)
      // Somebody who wants the attacked one is told when to come back, and then gets it.
      expect(await ask(attacked.id, 'ana@mail.test', '203.0.113.7')).toMatchObject(REFUSAL)
      await shop.waitForJobs()
      expect(await hasMail('ana@mail.test')).toBe(false)
      await passPeriod()
      expectOk(await ask(attacked.id, 'ana@mail.test', '203.0.113.7'))
      await shop.waitForMail('ana@mail.test', /Vidala/)

      for (let period = 2; period < PERIODS_PER_HOUR; period += 1) {
        await flood([attacked.id], Math.min(REQUESTS, 3 * BY_NEW_SELLER))
        await passPeriod()
      }
      const { byMailbox, byProduct } = await countMails()
      const { 'target@mail.test': toTarget = 0, ...toOthers } = byMailbox
      print('emails of the attacked seller in an hour', byProduct['Vidala']!)
      print('most emails to one address', Math.max(...Object.values(toOthers)))
      print('emails to the mailbox that many requests named', toTarget)
      expect(byProduct['Vidala']).toBeLessThanOrEqual(BY_NEW_SELLER * PERIODS_PER_HOUR)
      expect(Math.max(...Object.values(toOthers))).toBeLessThanOrEqual(3)
      expect(toTarget).toBeLessThanOrEqual(3)

      const params = { params: { id: attacked.id } }
      const body = { reason: 'Only there to send emails' }
      expectOk(await admin.call(takeDownProduct, { ...params, body }))
      await passPeriod()
      expect(await ask(attacked.id, 'leo@mail.test', '203.0.113.8')).toMatchObject({
        code: 'ERROR_PRODUCT_NOT_FOUND',
      })
      expectOk(await admin.call(restoreProduct, { ...params, body: {} }))
      expectOk(await ask(attacked.id, 'leo@mail.test', '203.0.113.8'))
      await shop.waitForMail('leo@mail.test', /Vidala/)
      expect(await findViolations()).toEqual([])
    },
  )

  test('a flood of requests for one free product is refused from one IP address, with words that say what to do', async () => {
    const { id } = await publishFree('Vidala')
    const answers = []
    for (let number = 0; number <= 20; number += 1)
      answers.push(await ask(id, `victim${number}@mail.test`, '10.0.0.1'))

    const last = answers.at(-1)!
    expect(last).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    for (const locale of ['es', 'en'] as const) {
      print(`refusal (${locale})`, errorText('ERROR_TOO_MANY_REQUESTS', locale))
      print(`words (${locale})`, m.free_copy_later({ time: '14:05' }, { locale }))
    }
  })
})

describe('a flood of requests for the free products of many new sellers', () => {
  /** More than the marketplace answers in a period. */
  const SELLERS = BY_MARKETPLACE + 10

  test(
    'a flood of requests for many free products sends as many emails as the marketplace allows, and later answers all again',
    { timeout: TEST_MS },
    async () => {
      const attacked: number[] = []
      for (let number = 1; number <= SELLERS; number += 1)
        attacked.push((await publishFree(`Huayno ${number}`)).id)
      const other = await publishFree('Milonga')

      await flood(attacked, Math.max(3 * SELLERS, REQUESTS / 10))
      const first = (await countMails()).total
      expect(await ask(other.id, 'eva@mail.test', '203.0.113.7')).toMatchObject(REFUSAL)
      await passPeriod()
      expectOk(await ask(other.id, 'eva@mail.test', '203.0.113.7'))
      await flood(attacked, 3 * SELLERS)
      const second = (await countMails()).total - first

      print(
        `emails of ${SELLERS} sellers in the first and the second period`,
        `${first}, ${second}`,
      )
      // Mailboxes have limits of their own, so that a few are missing.
      expect(first).toBeGreaterThan(BY_MARKETPLACE * 0.9)
      expect(first).toBeLessThanOrEqual(BY_MARKETPLACE)
      expect(second).toBeLessThanOrEqual(BY_MARKETPLACE)
      expect(await hasMail('eva@mail.test')).toBe(true)
    },
  )
})

const findViolations = () =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(join(shop.folder, 'storage')),
  }).then(findings => findings.map(({ name }) => name))
