import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getCommission, listCommissionDifferences } from '#contract/admin/commission.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { orders, payments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { bookUnbookedPayments } from './book-payments.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

const readCommission = async (year?: number) =>
  expectOk(await admin.call(getCommission, { query: year === undefined ? {} : { year } }))

test('the commission of a month is what was earned, returned, missing and deducted in excess', async () => {
  await createPaidOrder(shop)
  const refunded = await createPaidOrder(shop)
  await shop.provider.changePayment(refunded.paymentId, 'partial_refund')
  const missing = await createPaidOrder(shop, { applicationFee: 0 })
  const excess = await createPaidOrder(shop, { applicationFee: 2000 })
  await shop.waitForJobs()

  const month = toLocalDay(new Date()).slice(0, 7)
  expect(await readCommission()).toEqual({
    year: Number(month.slice(0, 4)),
    hasEarlier: false,
    months: [
      {
        month,
        currency: 'ARS',
        earnedMinor: 178_000 + 178_000 + 0 + 200_000,
        returnedMinor: 89_000,
        missingMinor: 178_000,
        excessMinor: 22_000,
      },
    ],
  })
  const { differences, nextCursor } = expectOk(
    await admin.call(listCommissionDifferences, { query: {} }),
  )
  expect(nextCursor).toBeNull()
  expect(differences).toMatchObject([
    { orderId: excess.orderId, paymentId: excess.paymentId, missingMinor: -22_000 },
    {
      orderId: missing.orderId,
      paymentId: missing.paymentId,
      agreedMinor: 178_000,
      missingMinor: 178_000,
    },
  ])
})

test('a sale in the last hour of a year counts in that year’s December, by local time', async () => {
  await createPaidOrder(shop, { applicationFee: 0 })
  await shop.waitForJobs()
  await shop.db.execute(sql`truncate ledger_entries`)
  await shop.db.update(orders).set({ approvedAt: new Date('2026-01-01T02:30:00Z') })
  await shop.db.update(payments).set({ bookedAt: null })
  await bookUnbookedPayments(shop.db)

  expect((await readCommission(2025)).months).toMatchObject([
    { month: '2025-12', missingMinor: 178_000, earnedMinor: 0 },
  ])
  expect(await readCommission(2026)).toMatchObject({ months: [], hasEarlier: true })
  expect(
    expectOk(await admin.call(listCommissionDifferences, { query: { year: 2026 } })).differences,
  ).toEqual([])
})
