import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { toLocalMonth } from '#contract/sales/months.ts'
import { type Statement, getStatement, listStatements } from '#contract/sales/statements.ts'
import { payments, sellerStatements } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  type PaymentNews,
  closeMonths,
  insertReportedSale,
  reportPayment,
} from '#tools/sample-data/reported-sales.ts'
import { insertProducts } from '#tools/sample-data/sales-history.ts'
import { findStatementViolations } from '#tools/test-app/orders/statement-violations.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { closeCompleteMonths } from './close-months.ts'
import { digestStatement } from './digest.ts'
import type { FinalStatement } from './queries.ts'

const shop = useTestApp()
let seller: ApiClient
let sellerId: number
let productId: number

beforeEach(async () => {
  seller = await shop.seller()
  sellerId = await findSignedInUser(shop, seller)
  ;[productId] = (await insertProducts(shop.db, { sellerId, count: 1 })) as [number]
})

const at = (text: string) => new Date(`${text}-03:00`)

const close = () => closeMonths(shop.db)

/** Inserts a sale of 1,000.00 with a commission of 200.00. */
const sell = (approvedAt: string, news: Partial<PaymentNews> = {}) =>
  insertReportedSale(shop.db, {
    sellerId,
    productId,
    currency: 'ARS',
    items: [{ priceMinor: 100_000, feeMinor: 20_000 }],
    approvedAt: at(approvedAt),
    news: { at: at(approvedAt), providerFeeMinor: 6000, ...news },
  })

const readMonth = async (month: string): Promise<Statement> =>
  expectOk(await seller.call(getStatement, { params: { month } }))

/** The current month, in which the entries of these tests are appended. */
const currentMonth = toLocalMonth(new Date())

test('a complete month becomes final once, with the digest of what it says', async () => {
  await sell('2026-05-10T12:00:00')
  const before = await readMonth('2026-05')

  expect(await close()).toBe(1)
  expect(await close()).toBe(0)

  const statement = await readMonth('2026-05')
  expect(before).toMatchObject({ finalAt: null, digest: null, digestedText: null })
  expect(statement).toMatchObject({ sections: before.sections, finalAt: expect.any(String) })
  const [stored] = await shop.db.select().from(sellerStatements)
  expect(statement.digest).toBe(digestStatement(stored!))
  expect(statement.digest).toMatch(/^[0-9a-f]{64}$/)
  const changed = stored!.sections.map(section => ({ ...section, netMinor: section.netMinor + 1 }))
  expect(digestStatement({ ...stored!, sections: changed })).not.toBe(statement.digest)
})

test('the digest of a final statement is the SHA-256 of the text that the guide describes', async () => {
  await sell('2026-05-10T12:00:00', { moneyReleaseAt: at('2026-05-20T12:00:00') })
  await close()

  const { digest, digestedText } = await readMonth('2026-05')

  const [{ closedUntil }] = (await shop.db.select().from(sellerStatements)) as [FinalStatement]
  expect(digestedText!.split('\n')).toEqual([
    `${sellerId} 2026-05 ${closedUntil.toISOString()}`,
    'ARS chargedBackMinor 0',
    'ARS commissionDifferenceMinor 0',
    'ARS commissionMinor 20000',
    'ARS commissionReturnedMinor 0',
    'ARS discountMinor 0',
    'ARS freeCopyCount 0',
    'ARS grossMinor 100000',
    'ARS netMinor 74000',
    'ARS otherPaymentsMinor 0',
    'ARS providerFeeMinor 6000',
    'ARS refundedMinor 0',
    'ARS releasedMinor 74000',
    'ARS saleCount 1',
    'ARS toReleaseMinor 0',
  ])
  expect(createHash('sha256').update(digestedText!, 'utf8').digest('hex')).toBe(digest)
})

describe('a month stays provisional', () => {
  test('a month stays provisional until a day after its end', async () => {
    await sell('2026-05-31T23:59:59')
    const closeAt = (text: string) => closeCompleteMonths(shop.db, at(text))

    expect(await closeAt('2026-06-02T00:59:59')).toBe(0)
    expect(await closeAt('2026-06-02T01:00:00')).toBe(1)
  })

  test('a month stays provisional until the fee of each of its payments is known', async () => {
    const sale = await sell('2026-05-10T12:00:00', { providerFeeMinor: null })
    await sell('2026-05-11T12:00:00')

    expect(await close()).toBe(0)
    await reportPayment(shop.db, sale, { at: at('2026-06-03T12:00:00'), providerFeeMinor: 6000 })
    expect(await close()).toBe(1)

    const [section] = (await readMonth('2026-05')).sections
    expect(section).toMatchObject({ providerFeeMinor: 12_000 })
  })

  test('a month stays provisional while a payment of the seller is not in the ledger', async () => {
    const sale = await sell('2026-05-10T12:00:00')
    await shop.db
      .update(payments)
      .set({ bookedAt: at('2026-05-10T12:00:00') })
      .where(eq(payments.id, sale.paymentId))

    expect(await close()).toBe(0)
  })
})

describe('what comes after a month is final', () => {
  test('what comes after the end of a final month counts in the month in which it comes, and nothing is lost or counted twice', async () => {
    const sale = await sell('2026-05-10T12:00:00')
    const disputed = await sell('2026-05-12T12:00:00')
    await reportPayment(shop.db, disputed, {
      at: at('2026-05-20T12:00:00'),
      status: 'charged_back',
    })
    await close()
    const final = await readMonth('2026-05')

    // Both are of May by the provider's clock, but the marketplace hears of them now.
    await reportPayment(shop.db, sale, {
      at: at('2026-05-25T12:00:00'),
      refundedMinor: 50_000,
      providerFeeMinor: 6500,
    })
    await reportPayment(shop.db, disputed, { at: at('2026-05-26T12:00:00'), status: 'approved' })
    await close()

    expect(await readMonth('2026-05')).toEqual(final)
    const [current] = (await readMonth(currentMonth)).sections
    expect(current).toMatchObject({
      saleCount: 0,
      refundedMinor: 50_000,
      commissionReturnedMinor: 10_000 - 20_000,
      chargedBackMinor: -100_000,
      providerFeeMinor: 500,
    })
    const { statements } = expectOk(await seller.call(listStatements, { query: {} }))
    const { rows } = await shop.db.execute<{ minor: number }>(sql`
      select sum(case when to_account = 'seller' then amount_minor when from_account = 'seller' then -amount_minor
        else 0 end)::float8 as minor from ledger_entries`)
    expect(sum(statements.flatMap(({ sections }) => sections.map(s => s.netMinor)))).toBe(
      rows[0]!.minor,
    )
    const csv = await seller.request('/api/sales/statements/2026-05/statement.csv')
    expect(await csv.text()).not.toContain('Devolución')
    const currentCsv = await seller.request(`/api/sales/statements/${currentMonth}/statement.csv`)
    expect(await currentCsv.text()).toContain(',Devolución,ARS,-500.00')
    // The month in which it came becomes final too.
    expect(await closeCompleteMonths(shop.db, new Date(Date.now() + 60 * DAY_MS))).toBe(1)
    expect(await findStatementViolations(shop)).toEqual([])
  })

  test('what comes after the end of a month does not change a final statement, which nobody can change by SQL either', async () => {
    await sell('2026-05-10T12:00:00')
    await close()
    const run = (text: string) => shop.db.$client.query(text)

    await expect(run(`update seller_statements set digest = ''`)).rejects.toThrow('never changed')
    await expect(run('delete from seller_statements')).rejects.toThrow('never changed')
    await expect(run('update ledger_entries set counts_at = now()')).rejects.toThrow(
      'never changed',
    )
  })
})

test('two workers that close at the same time make one statement', async () => {
  await sell('2026-05-10T12:00:00')
  await sell('2026-06-10T12:00:00')

  await Promise.all([close(), close()])

  expect(await shop.db.$count(sellerStatements)).toBe(2)
})
