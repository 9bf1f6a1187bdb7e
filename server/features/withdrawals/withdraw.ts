import { randomInt } from 'node:crypto'
import { DAY_MS } from '#contract/core/time.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import { ORDER_NUMBER_ALPHABET, parseOrderNumber } from '#contract/orders/order-number.ts'
import { ANSWER_DAYS, type OrderWithdrawal } from '#contract/withdrawals.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { findPayments, runOrderTransaction } from '#server/features/orders/queries.ts'
import { findCreditsInUse } from '#server/features/orders/credit-queries.ts'
import { giveUpCreditsOf } from '#server/features/orders/replaced-orders.ts'
import { enqueuePageClosing } from '#server/features/orders/job-kinds.ts'
import { closeWithdrawnGrants } from '#server/features/orders/grant-queries.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { followWithdrawalJob, mailWithdrawalRequestJob } from './job-kinds.ts'
import { refundItems } from './refund-items.ts'
import { NOTHING, type WithdrawalOption, findOption } from './rules/option.ts'
import {
  type WithdrawalRow,
  findItems,
  findRequestForOrder,
  findWithdrawal,
  insertWithdrawal,
  updateWithdrawal,
  upsertRequest,
} from './queries.ts'
import { computeAnswerDue } from './rules/period.ts'
import { deriveState, isRenewable } from './rules/step.ts'

/**
 * A request on the public form counts as the moment of the withdrawal if it is confirmed within this time. Anybody can
 * send the form at the purchase, so a longer time would lengthen every period of withdrawal.
 */
const CONFIRMABLE_MS = 3 * DAY_MS

/**
 * Takes a request of the public form. No order is looked up here, so that the answer and its duration are the same for
 * every address and number; a job sends the email.
 * @returns the code, which equal requests of a day share
 */
export async function requestWithdrawal(
  { db }: Context,
  contact: string,
): Promise<{ code: string }> {
  const code = await upsertRequest(db, {
    contact: parseOrderNumber(contact) ?? contact.toLowerCase(),
    day: new Date().toISOString().slice(0, 10),
    code: createCode(),
  })
  await enqueue(
    db,
    mailWithdrawalRequestJob,
    { code },
    { dedupeKey: `${mailWithdrawalRequestJob.kind}:${code}` },
  )
  return { code }
}

function createCode(): string {
  const character = () => ORDER_NUMBER_ALPHABET[randomInt(ORDER_NUMBER_ALPHABET.length)]!
  const characters = Array.from({ length: 8 }, character).join('')
  return `A-${characters.slice(0, 4)}-${characters.slice(4)}`
}

/**
 * Returns whether and how the buyer can withdraw from an order, and the withdrawal if there is one.
 * @throws ApiError as `getOrderByToken`
 */
export async function getOrderWithdrawal(
  context: Context,
  token: string,
): Promise<OrderWithdrawal> {
  const order = await getOrderByToken(context, token)
  const withdrawal = await findWithdrawal(context.db, order.id)
  const {
    found: { option, items, isPart, amountMinor, endsAt },
    credited,
  } =
    withdrawal && !isRenewable({ withdrawal, order })
      ? { found: NOTHING, credited: [] }
      : await assess(context, context.db, order)
  const isAnswerDue = withdrawal?.dueAt && withdrawal.decision === null
  return {
    option,
    endsAt: endsAt?.toISOString() ?? null,
    timeZone: BUYER_TIME_ZONES[order.currency].timeZone,
    items: items.map(({ id, name, endsAt }) => ({
      id,
      name,
      endsAt: endsAt?.toISOString() ?? null,
    })),
    isPart,
    credited,
    amountMinor,
    withdrawal: withdrawal
      ? {
          code: withdrawal.code,
          state: deriveState({ withdrawal, order }),
          askedAt: withdrawal.askedAt.toISOString(),
          dueAt: isAnswerDue ? withdrawal.dueAt!.toISOString() : null,
          reason: withdrawal.reason,
        }
      : null,
  }
}

/** What a withdrawal would do, and what it would leave because another order counts on it. */
interface Assessment {
  found: WithdrawalOption
  credited: OrderWithdrawal['credited']
  request: { code: string; askedAt: Date } | undefined
}

/** Decides what a withdrawal from an order would do, at the moment of the buyer's first request. */
async function assess(context: Context, db: Db, order: OrderRow): Promise<Assessment> {
  const paidOrMade = order.approvedAt ?? order.createdAt
  const earliest = Math.max(paidOrMade.getTime(), Date.now() - CONFIRMABLE_MS)
  const request = await findRequestForOrder(db, order, new Date(earliest))
  const items = await findItems(db, order.id)
  // An order that nobody has tried to pay is given up for the withdrawal.
  const credits = (await findCreditsInUse(db, [order.id])).filter(credit => !credit.isUntried)
  const state = {
    order,
    payments: await findPayments(db, order.id),
    items,
    creditedIds: new Set(credits.map(({ itemId }) => itemId)),
  }
  return {
    found: findOption(state, context.config.withdrawal, request?.askedAt ?? new Date()),
    credited: credits.map(({ itemId, packName, number }) => ({
      name: items.find(({ id }) => id === itemId)!.name,
      packName,
      number,
    })),
    request,
  }
}

/** The fields of a withdrawal that nothing has happened to yet. */
const UNDECIDED = {
  decision: null,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  refusals: 0,
  retryAt: null,
  endedAs: null,
  endedAt: null,
} satisfies Partial<WithdrawalRow>

/**
 * Withdraws from an order: requests its refund or cancels its payment. A repetition changes nothing.
 * @throws ApiError as `getOrderByToken`; PAYMENT_STATUS_ALREADY_CHANGED if nothing can be returned
 */
export async function withdrawFromOrder(context: Context, token: string): Promise<OrderWithdrawal> {
  const { id } = await getOrderByToken(context, token)
  await runOrderTransaction(context, id, async (tx, order) => {
    if (!order) return
    const earlier = await findWithdrawal(tx, id)
    if (!earlier || isRenewable({ withdrawal: earlier, order }))
      await createWithdrawal(context, tx, order, earlier)
  })
  return getOrderWithdrawal(context, token)
}

async function createWithdrawal(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  earlier: WithdrawalRow | undefined,
): Promise<void> {
  await giveUpCreditsOf(tx, order.id)
  const { found, request } = await assess(context, tx, order)
  if (found.option === null) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  const code = earlier?.code ?? request?.code ?? createCode()
  const { timeZone } = BUYER_TIME_ZONES[order.currency]
  const dueAt =
    found.option === 'answer' ? computeAnswerDue(new Date(), ANSWER_DAYS, timeZone) : null
  const itemIds = found.items.map(({ id }) => id)
  const fields = {
    code,
    askedAt: request?.askedAt ?? new Date(),
    kind: found.option,
    itemIds,
    dueAt,
    nextAt: dueAt ?? new Date(),
  }
  if (earlier) await updateWithdrawal(tx, earlier.id, { ...UNDECIDED, ...fields })
  else await insertWithdrawal(tx, { orderId: order.id, sellerId: order.sellerId, ...fields })
  const event = { note: code, askedAt: fields.askedAt.toISOString() }
  const { amountMinor } = found
  if (dueAt)
    await recordOrderEvent(tx, order.id, 'withdrawal_asked', {
      ...event,
      amountMinor,
      dueAt: dueAt.toISOString(),
    })
  else
    await recordOrderEvent(tx, order.id, 'withdrawn', {
      ...event,
      ...(found.option === 'refund' && { amountMinor }),
    })
  if (found.option === 'refund') {
    await closeWithdrawnGrants(tx, itemIds)
    await refundItems(tx, { orderId: order.id, code, itemIds })
  }
  // Nobody pays an order that its buyer gives back.
  if (found.option !== 'answer') await enqueuePageClosing(tx, order)
  if (!dueAt) await enqueue(tx, followWithdrawalJob, { orderId: order.id })
}
