import { randomUUID } from 'node:crypto'
import { sum } from '#contract/core/sum.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { computeOrderExpiry } from '#server/features/orders/checkout/order-expiry.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { insertOrder } from '#server/features/orders/checkout/queries.ts'
import { holdUse } from '#server/features/orders/checkout/coupon-use.ts'
import { findCouponByCode } from '#server/features/prices/service.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { type Examination, assess, requireUnmatched } from './examine.ts'
import {
  attachRefunds,
  findBuyerLanguage,
  findRefundsOfLostOrder,
  lockLostOrder,
  lockUnmatchedPayment,
  markRebuilt,
} from './queries.ts'

/** When an order that was made again is reconciled, in case its first reconciliation is lost. */
const FIRST_CHECK_MS = 60_000

/**
 * Makes a lost order again under its former id, and enqueues its reconciliation, which applies its payments like those
 * of any other order: a payment that agrees with the order delivers it, and one of another amount sends it to review.
 * @param examination what the provider said; the database is compared again while it is locked
 * @throws ApiError as `requireUnmatched`; PAYMENT_STATUS_ALREADY_CHANGED if the order cannot be rebuilt
 */
export async function rebuildOrder(
  context: Context,
  tx: Transaction,
  { row: { id: paymentId, orderId }, ...examination }: Examination,
  reason: string | undefined,
): Promise<OrderRow> {
  await lockLostOrder(tx, orderId)
  const row = await requireUnmatched(tx, await lockUnmatchedPayment(tx, paymentId))
  const { payment } = examination
  if (!payment) throw cannotRebuild(examination.obstacle)
  const { order: plan, page, obstacle } = await assess(context, tx, row, payment, examination.page)
  if (!plan || !page || obstacle !== null) throw cannotRebuild(obstacle)

  const { sellerId, payerEmail, items, kept } = plan
  const code = kept?.coupon_code ?? null
  const coupon = code === null ? undefined : await findCouponByCode(tx, { sellerId, code })
  const order = await insertOrder(
    tx,
    {
      id: orderId,
      sellerId,
      collectorId: payment.collectorId,
      payerEmail,
      language: kept?.language ?? (await findBuyerLanguage(tx, payerEmail)) ?? 'es',
      ...(coupon && { couponCode: coupon.code, couponMinor: kept?.coupon_minor ?? null }),
      source: kept?.source ?? null,
      sourceMedium: kept?.source_medium ?? null,
      sourceCampaign: kept?.source_campaign ?? null,
      termsVersion: null,
      state: 'open',
      currency: payment.currency,
      totalMinor: sum(items.map(({ priceMinor }) => priceMinor)),
      feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
      providerKey: randomUUID(),
      preferenceId: page.id,
      createdAt: page.createdAt,
      expiresAt: computeOrderExpiry(page.createdAt),
      nextCheckAt: new Date(Date.now() + FIRST_CHECK_MS),
    },
    items,
  )
  if (coupon)
    await holdUse(tx, order, {
      couponId: coupon.id,
      buyerDigest: context.addressTokens.digest(toMailbox(payerEmail)),
    })
  await recordOrderEvent(tx, orderId, 'rebuilt', { paymentId, ...(reason && { note: reason }) })
  await markRebuilt(tx, paymentId)
  const refunds = await findRefundsOfLostOrder(tx, orderId)
  if (refunds.length > 0)
    await attachRefunds(
      tx,
      orderId,
      refunds.map(({ id }) => id),
    )
  await enqueueReconciliation(tx, orderId)
  return order
}

const cannotRebuild = (obstacle: string | null) =>
  new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', `cannot be rebuilt: ${obstacle}`)
