import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { moveUse } from '#server/features/prices/service.ts'
import { refillGrants } from '../grant-queries.ts'
import type { getOrderByToken } from '../order.ts'
import { acceptOfferedToken } from '../queries.ts'
import type { OrderRow } from '../rules/rows.ts'
import { createGrantTerms } from '../rules/access-rules.ts'
import { type RequestedPart, countDownloads } from './count-download.ts'
import { countFreeCopies } from './queries.ts'
import { scheduleReviewReminder } from './review-reminder.ts'

type OpenedOrder = Awaited<ReturnType<typeof getOrderByToken>>

/**
 * Counts the downloads that the parts of a request belong to. The first download by an offered link makes it the only
 * one.
 * @throws ApiError as `countDownloads`
 */
export async function countParts(
  context: Context,
  order: OpenedOrder,
  parts: RequestedPart[],
  { headers }: FastifyRequest,
): Promise<void> {
  await countDownloads(context.db, parts, (headers['user-agent'] ?? '').slice(0, 300), {
    onStart: async tx => {
      if (order.link === 'offered') await acceptOfferedLink(tx, order)
    },
    onFirstDownload: async tx => {
      await scheduleReviewReminder(context, tx, order)
      if (order.totalMinor === 0) await takeFreeOrder(tx, order)
    },
  })
}

/** Counts the copies of a free order, and the use of its coupon, now that its mailbox is proved to have an owner. */
async function takeFreeOrder(tx: Transaction, { id, couponCode }: OpenedOrder): Promise<void> {
  await countFreeCopies(tx, id)
  if (couponCode !== null) await moveUse(tx, id, 'approved')
}

/** @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN with 410 if a grant has expired, unless this link renews it */
export function refuseExpired(
  { link }: Pick<OpenedOrder, 'link'>,
  { expiresAt }: { expiresAt: Date },
) {
  if (expiresAt <= new Date() && link === 'current')
    throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', 'expired', { status: 410 })
}

/** Replaces the earlier links to an order by the one that was asked for by email, and refills its downloads. */
async function acceptOfferedLink(
  tx: Transaction,
  { id, offeredTokenVersion }: Pick<OrderRow, 'id' | 'offeredTokenVersion'>,
): Promise<void> {
  if (offeredTokenVersion !== null && (await acceptOfferedToken(tx, id, offeredTokenVersion)))
    await refillGrants(tx, id, createGrantTerms())
}
