import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { and, eq, gt } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { jobs, refunds } from '#server/db/schema/index.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestApp } from '../test-app.ts'

type Seller = Awaited<ReturnType<TestApp['seller']>>

/** What the order page shows of an item that can be downloaded, and of one that was refunded alone. */
export const OPEN = { isOpen: true, isRefunded: false }
export const REFUNDED = { isOpen: false, isRefunded: true }

/** Waits until no job is due, and expects that every invariant holds. */
export async function expectCleanInvariants(shop: TestApp): Promise<void> {
  await shop.waitForJobs()
  const storage = openStoredObjects(join(shop.folder, 'storage'))
  expect(await checkInvariants({ database: shop.database, storage })).toEqual([])
}

/**
 * Waits until the provider has a refund in process and the job that has sent it has ended. That job leaves another one,
 * which reads the refund a minute later.
 */
export async function waitForRefundInProcess({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const isReadLater = and(
    eq(jobs.kind, 'refund_payment'),
    eq(jobs.attempts, 0),
    gt(jobs.runAt, new Date()),
  )
  await expect.poll(() => db.$count(refunds, eq(refunds.state, 'sent'))).toBe(1)
  await expect.poll(() => db.$count(jobs, isReadLater)).toBe(1)
}

/** Creates a seller before each test. Returns the seller of the current test, and the calls about its refunds. */
export function usePartialRefunds(shop: TestApp) {
  const current = {} as { seller: Seller; calls: ReturnType<typeof createPartialRefunds> }
  beforeEach(async () => {
    current.seller = await shop.seller()
    current.calls = createPartialRefunds(shop, current.seller)
  })
  return current
}

/** Returns the calls with which tests refund parts of the orders of a seller. */
export function createPartialRefunds(shop: TestApp, seller: Seller) {
  /** Creates a paid order of a cheap item, at 20 % of commission, and a dear one, at 10 %. The total is 20,000. */
  async function createPaidOrder() {
    const cheap = await shop.publish(seller, { price: 1000, name: 'Guía corta' })
    const dear = await shop.publish(seller, { price: 19_000, name: 'Curso' })
    const order = await shop.order(shop.visitor(), [{ id: cheap.id }, { id: dear.id }])
    const paymentId = await shop.provider.pay({
      preferenceId: order.preferenceId,
      outcome: 'approved',
    })
    await shop.waitForOrderState(order.token, 'approved')
    await shop.waitForJobs()
    const [first, second] = (await getOrder(order.orderId)).items.toSorted(
      (a, b) => a.priceMinor - b.priceMinor,
    )
    return { ...order, paymentId, cheap: first!.itemId, dear: second!.itemId }
  }

  const getOrder = async (orderId: string) =>
    expectOk(await seller.call(getSale, { params: { orderId } }))

  const refundPart = (
    orderId: string,
    body: { amountMinor?: number; itemIds?: number[]; paymentId?: string },
    idempotencyKey = randomUUID(),
  ) => seller.call(refundSale, { params: { orderId }, body, idempotencyKey })

  const waitForRefunded = (orderId: string, refundedMinor: number) =>
    expect
      .poll(async () => {
        const { refundedMinor: minor, payments } = await getOrder(orderId)
        return { minor, isDecided: payments.every(({ refund }) => refund?.state !== 'requested') }
      })
      .toEqual({ minor: refundedMinor, isDecided: true })

  /** Returns the amounts of the refunds of a payment that the provider has made, in major units. */
  async function listRefundAmounts(paymentId: string): Promise<number[]> {
    const made = (await shop.provider.readLedger()).refunds as {
      payment_id: number
      amount: number
      status: string
    }[]
    return made
      .filter(refund => String(refund.payment_id) === paymentId && refund.status === 'approved')
      .map(({ amount }) => amount)
  }

  async function listDownloads(token: string) {
    const { items } = await shop.readOrder(token)
    return items
      .toSorted((a, b) => a.priceMinor - b.priceMinor)
      .map(({ downloadUrl, isRefunded }) => ({ isOpen: downloadUrl !== null, isRefunded }))
  }
  return {
    createPaidOrder,
    getOrder,
    refundPart,
    waitForRefunded,
    listRefundAmounts,
    listDownloads,
  }
}
