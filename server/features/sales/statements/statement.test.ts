import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Currency } from '#contract/core/fields.ts'
import { DEFAULT_COMMISSION_TIERS, calculateCommission } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { addDays } from '#contract/core/time-zone.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Sale, listSales } from '#contract/sales/lines.ts'
import {
  type Statement,
  type StatementSection,
  getStatement,
  listStatements,
} from '#contract/sales/statements.ts'
import {
  type PaymentNews,
  type ReportedSale,
  closeMonths,
  insertReportedSale,
  insertSecondPayment,
  reportPayment,
} from '#tools/sample-data/reported-sales.ts'
import { createSeededRandom, insertProducts } from '#tools/sample-data/sales-history.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { findStatementViolations } from '#tools/test-app/orders/statement-violations.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { addMonths } from '#contract/sales/months.ts'

const shop = useTestApp()
let seller: ApiClient
let sellerId: number
let productId: number

beforeEach(async () => {
  seller = await shop.seller()
  sellerId = await findSignedInUser(shop, seller)
  ;[productId] = (await insertProducts(shop.db, { sellerId, count: 1 })) as [number]
})

const MONTHS = ['2026-06', '2026-05', '2026-04']

const at = (text: string) => new Date(`${text}-03:00`)

/** Inserts a sale of one item of 1,000.00 with a commission of 200.00. */
const sell = (approvedAt: string, news: Partial<PaymentNews> = {}, currency: Currency = 'ARS') =>
  insertReportedSale(shop.db, {
    sellerId,
    productId,
    currency,
    items: [{ priceMinor: 100_000, feeMinor: 20_000 }],
    approvedAt: at(approvedAt),
    news: { at: at(approvedAt), providerFeeMinor: 6000, ...news },
  })

const report = (sale: ReportedSale, time: string, news: Omit<PaymentNews, 'at'>) =>
  reportPayment(shop.db, sale, { at: at(time), ...news })

const readMonth = async (month: string): Promise<Statement> =>
  expectOk(await seller.call(getStatement, { params: { month } }))

/** Reads the only section of a month. */
async function readSection(month: string): Promise<StatementSection> {
  const { sections } = await readMonth(month)
  expect(sections, month).toHaveLength(1)
  return sections[0]!
}

/** Sums the ledger of the seller by a query that shares nothing with the statements. */
async function readLedger(currency: Currency): Promise<Record<string, number>> {
  const { rows } = await shop.db.execute<{ kind: string; minor: number }>(sql`
    select e.kind, sum(case when e.to_account = 'seller' then e.amount_minor
      when e.from_account = 'seller' then -e.amount_minor else 0 end)::float8 as minor
    from ledger_entries e join payments p on p.id = e.payment_id join orders o on o.id = p.order_id
    where o.seller_id = ${sellerId} and e.currency = ${currency} group by e.kind`)
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]))
}

async function readList(month: string): Promise<Sale[]> {
  const query = {
    list: 'sales' as const,
    from: `${month}-01`,
    to: addDays(`${addMonths(month, 1)}-01`, -1),
  }
  const sales: Sale[] = []
  for (let cursor: string | undefined; ;) {
    const page = expectOk(
      await seller.call(listSales, { query: { ...query, ...(cursor && { cursor }) } }),
    )
    sales.push(...page.sales)
    if (page.nextCursor === null) return sales
    cursor = page.nextCursor
  }
}

/** Inserts three months of sales of one to three items, with whatever can happen to their payments afterwards. */
async function insertThreeMonths(currency: Currency, count: number, seed: number): Promise<void> {
  const roll = createSeededRandom(seed)
  const unit = currency === 'CLP' ? 100 : 1
  const part = (amount: number, share: number) => Math.floor((amount * share) / unit) * unit
  for (let index = 0; index < count; index++) {
    const items = Array.from({ length: 1 + Math.floor(roll() * 3) }, () => {
      const price = 1 + Math.floor(roll() * 60_000)
      const discountMinor = roll() < 0.3 ? part(price * 100, 0.1) : 0
      return {
        priceMinor: price * 100 - discountMinor,
        discountMinor,
        feeMinor: calculateCommission(price, DEFAULT_COMMISSION_TIERS, currency),
      }
    })
    const approvedAt = new Date(at('2026-04-01T00:00:00').getTime() + roll() * 90 * DAY_MS)
    const totalMinor = sum(items.map(item => item.priceMinor))
    const afterSale = (days: number) =>
      new Date(
        Math.min(
          approvedAt.getTime() + roll() * days * DAY_MS,
          at('2026-06-30T23:00:00').getTime(),
        ),
      )
    const providerFeeMinor = part(totalMinor, 0.0629)
    const isLate = roll() < 0.3
    const sale = await insertReportedSale(shop.db, {
      sellerId,
      productId,
      currency,
      items,
      approvedAt: roll() < 0.95 ? approvedAt : null,
      news: {
        at: approvedAt,
        providerFeeMinor: isLate ? null : providerFeeMinor,
        ...(roll() < 0.1 && { applicationFeeMinor: 0 }),
        ...(roll() < 0.7 && { moneyReleaseAt: new Date(approvedAt.getTime() + 14 * DAY_MS) }),
      },
    })
    if (isLate) await reportPayment(shop.db, sale, { at: afterSale(20), providerFeeMinor })
    const fate = roll()
    if (fate < 0.2)
      await reportPayment(shop.db, sale, {
        at: afterSale(60),
        refundedMinor: part(totalMinor, roll()),
      })
    if (fate < 0.1 || (fate > 0.4 && fate < 0.5))
      await reportPayment(shop.db, sale, {
        at: afterSale(60),
        status: 'refunded',
        refundedMinor: totalMinor,
        providerFeeMinor: fate < 0.05 ? providerFeeMinor : 0,
      })
    if (fate > 0.5 && fate < 0.6)
      await reportPayment(shop.db, sale, { at: afterSale(40), status: 'charged_back' })
    if (fate > 0.55 && fate < 0.6)
      await reportPayment(shop.db, sale, {
        at: at('2026-06-29T12:00:00'),
        status: 'approved',
        refundedMinor: 0,
      })
    if (fate > 0.6 && fate < 0.65) {
      const second = await insertSecondPayment(shop.db, sale, {
        at: afterSale(5),
        providerFeeMinor,
      })
      await reportPayment(shop.db, second, {
        at: afterSale(50),
        status: 'refunded',
        refundedMinor: totalMinor,
      })
    }
  }
}

describe('three months of sales with refunds, chargebacks, late fees and second payments', () => {
  test('the statements of three months are together what the ledger says, and show the sales of the list', async () => {
    await insertThreeMonths('ARS', 150, 3)
    await insertThreeMonths('CLP', 60, 5)

    const { statements, nextBefore } = expectOk(await seller.call(listStatements, { query: {} }))

    expect(nextBefore).toBeNull()
    expect(statements.map(({ month }) => month)).toEqual(MONTHS)
    for (const month of MONTHS)
      expect(await readMonth(month)).toEqual(statements.find(row => row.month === month))
    for (const currency of ['ARS', 'CLP'] as const) {
      const sections = statements.map(({ sections }) =>
        sections.find(s => s.currency === currency)!,
      )
      const total = (pick: (section: StatementSection) => number) => sum(sections.map(pick))
      const ledger = await readLedger(currency)
      const entries = (...kinds: string[]) => sum(kinds.map(kind => ledger[kind] ?? 0))
      expect(total(s => s.netMinor + s.commissionDifferenceMinor)).toBe(sum(Object.values(ledger)))
      expect(total(s => s.releasedMinor + s.toReleaseMinor)).toBe(sum(Object.values(ledger)))
      expect(total(s => s.providerFeeMinor)).toBe(-entries('provider_fee', 'provider_fee_returned'))
      expect(total(s => s.refundedMinor)).toBe(-entries('refund'))
      expect(total(s => s.chargedBackMinor)).toBe(-entries('chargeback', 'chargeback_reversed'))
      expect(total(s => s.commissionReturnedMinor)).toBe(entries('commission_returned'))
      expect(total(s => s.commissionDifferenceMinor)).toBe(entries('commission_difference'))
      expect(
        total(s => s.grossMinor - s.discountMinor - s.commissionMinor + s.otherPaymentsMinor),
      ).toBe(entries('payment', 'commission'))
      for (const kind of ['refund', 'chargeback', 'chargeback_reversed', 'commission_difference'])
        expect(ledger[kind], kind).toBeTruthy()

      for (const [index, month] of MONTHS.entries()) {
        const section = sections[index]!
        const listed = (await readList(month)).filter(sale => sale.currency === currency)
        const sold = listed.filter(({ state }) => state !== 'review')
        expect(section.saleCount).toBe(sold.length)
        expect(section.grossMinor - section.discountMinor).toBe(
          sum(sold.map(sale => sale.priceMinor)),
        )
        expect(section.discountMinor).toBeGreaterThan(0)
        expect(section.commissionMinor).toBe(sum(sold.map(sale => sale.feeMinor)))
        expect(section.netMinor).toBe(
          section.grossMinor -
            section.discountMinor -
            section.commissionMinor +
            section.otherPaymentsMinor -
            section.providerFeeMinor -
            section.refundedMinor -
            section.chargedBackMinor +
            section.commissionReturnedMinor,
        )
        expect(section.releasedMinor + section.toReleaseMinor).toBe(
          section.netMinor + section.commissionDifferenceMinor,
        )
      }
      const sales = (await Promise.all(MONTHS.map(readList)))
        .flat()
        .filter(sale => sale.currency === currency)
      const reviewed = sum(
        sales.filter(({ state }) => state === 'review').map(sale => sale.refundedMinor),
      )
      expect(reviewed).toBe(0)
    }
  }, 120_000)

  test('the final statements of three months are what the ledger says, each with its digest', async () => {
    await insertThreeMonths('ARS', 60, 7)
    await insertThreeMonths('CLP', 30, 9)

    expect(await closeMonths(shop.db)).toBe(3)

    expect(await findStatementViolations(shop)).toEqual([])
  })
})

describe('the statement of a month', () => {
  test('the statement of a month has the refund of an earlier sale, and not that of a later month', async () => {
    const sale = await sell('2026-04-10T12:00:00')
    await report(sale, '2026-05-03T12:00:00', { refundedMinor: 50_000 })
    await report(sale, '2026-06-03T12:00:00', {
      status: 'refunded',
      refundedMinor: 100_000,
      providerFeeMinor: 0,
    })

    expect(await readSection('2026-04')).toMatchObject({
      saleCount: 1,
      grossMinor: 100_000,
      commissionMinor: 20_000,
      providerFeeMinor: 6000,
      refundedMinor: 0,
      netMinor: 74_000,
      otherPaymentsMinor: 0,
    })
    expect(await readSection('2026-05')).toMatchObject({
      saleCount: 0,
      grossMinor: 0,
      refundedMinor: 50_000,
      commissionReturnedMinor: 10_000,
      netMinor: -40_000,
    })
    expect(await readSection('2026-06')).toMatchObject({
      refundedMinor: 50_000,
      commissionReturnedMinor: 10_000,
      providerFeeMinor: -6000,
      netMinor: -34_000,
    })
  })

  test('the statement of a month has a fee that was reported in the next month', async () => {
    const sale = await sell('2026-04-30T23:59:59', { providerFeeMinor: null })

    await report(sale, '2026-05-02T12:00:00', { providerFeeMinor: 6000 })

    expect(await readSection('2026-04')).toMatchObject({ providerFeeMinor: 6000, netMinor: 74_000 })
    expect((await readMonth('2026-05')).sections).toEqual([])
  })

  test('the statement of a month begins and ends at midnight in the seller’s time zone', async () => {
    await sell('2026-04-30T23:59:59')
    await sell('2026-05-01T00:00:00')
    await sell('2026-05-31T23:59:59')

    expect((await readSection('2026-04')).saleCount).toBe(1)
    expect((await readSection('2026-05')).saleCount).toBe(2)
    expect((await readList('2026-05')).length).toBe(2)
  })

  test('the statement of a month has a chargeback, and the month in which the seller won it has it back', async () => {
    const sale = await sell('2026-04-10T12:00:00')
    await report(sale, '2026-04-20T12:00:00', { status: 'charged_back' })
    await report(sale, '2026-06-20T12:00:00', { status: 'approved' })

    expect(await readSection('2026-04')).toMatchObject({
      chargedBackMinor: 100_000,
      commissionReturnedMinor: 20_000,
      netMinor: -6000,
    })
    expect(await readSection('2026-06')).toMatchObject({
      chargedBackMinor: -100_000,
      commissionReturnedMinor: -20_000,
      netMinor: 80_000,
    })
  })

  test('the statement of a month shows money of a payment in review as another payment until its sale', async () => {
    await insertReportedSale(shop.db, {
      sellerId,
      productId,
      currency: 'ARS',
      items: [{ priceMinor: 100_000, feeMinor: 20_000 }],
      approvedAt: null,
      news: { at: at('2026-05-10T12:00:00'), providerFeeMinor: 6000, applicationFeeMinor: 20_000 },
    })

    expect(await readSection('2026-05')).toMatchObject({
      saleCount: 0,
      grossMinor: 0,
      otherPaymentsMinor: 80_000,
      netMinor: 74_000,
    })
  })

  test('the statement of a month tells commission that MercadoPago did not deduct apart from the net amount', async () => {
    await sell('2026-05-10T12:00:00', { applicationFeeMinor: 15_000 })

    expect(await readSection('2026-05')).toMatchObject({
      commissionMinor: 20_000,
      netMinor: 74_000,
      commissionDifferenceMinor: 5000,
      toReleaseMinor: 79_000,
    })
  })

  test('the statement of a month counts money as released if it was by the end of the month', async () => {
    await sell('2026-05-10T12:00:00', { moneyReleaseAt: at('2026-05-31T12:00:00') })
    await sell('2026-05-20T12:00:00', { moneyReleaseAt: at('2026-06-01T12:00:00') })
    await sell('2026-05-21T12:00:00')
    const disputed = await sell('2026-05-01T12:00:00', {
      moneyReleaseAt: at('2026-05-15T12:00:00'),
    })
    await report(disputed, '2026-05-10T12:00:00', { status: 'in_mediation' })

    expect(await readSection('2026-05')).toMatchObject({
      netMinor: 4 * 74_000,
      releasedMinor: 74_000,
      toReleaseMinor: 3 * 74_000,
    })
  })

  test('the statement of a month has a section for each currency, and the sales of no other seller', async () => {
    await sell('2026-05-10T12:00:00')
    await sell('2026-05-10T12:00:00', {}, 'CLP')
    const other = await shop.seller()

    const { sections } = await readMonth('2026-05')
    const list = expectOk(await other.call(listStatements, { query: {} }))

    expect(sections.map(({ currency }) => currency)).toEqual(['ARS', 'CLP'])
    expect(list.statements).toEqual([])
  })

  test.each(['2026-13', '2026-5', '1999-01', 'x'])(
    'the statement of a month is refused for the month %s',
    async month => {
      expect(await seller.call(getStatement, { params: { month } })).toMatchObject({ status: 400 })
    },
  )
})

test('the list of statements goes back a year at a time', async () => {
  await sell('2025-02-10T12:00:00')
  await sell('2026-06-10T12:00:00')

  const newest = expectOk(await seller.call(listStatements, { query: {} }))
  const older = expectOk(
    await seller.call(listStatements, { query: { before: newest.nextBefore! } }),
  )

  expect(newest.statements.map(({ month }) => month)).toEqual(['2026-06'])
  expect(older.statements.map(({ month }) => month)).toEqual(['2025-02'])
  expect(older.nextBefore).toBeNull()
})
