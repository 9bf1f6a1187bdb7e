import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { MAX_SCHEDULE_MS } from '#contract/products/working-copy.ts'
import type { PriceBatch, PriceChange, changePrices } from '#contract/prices/price-changes.ts'
import { decidePrice } from '#contract/prices/price-rules.ts'
import { issueKey } from '#contract/core/fields.ts'
import { findLowerPrice, keepOf } from '#contract/core/lower-price.ts'
import { findCommissionTier } from '#contract/core/money.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import {
  type PriceBatchRow,
  type PriceChangeRow,
  type PriceableRow,
  findBatches,
  findChanges,
  findDueBatches,
  findPriceableProducts,
  insertBatch,
  lockBatch,
  lockChosenProducts,
  updateBatch,
  updateChanges,
  updatePrices,
} from './queries.ts'

type Request = z.output<(typeof changePrices)['body']>
type Reply = z.output<(typeof changePrices)['reply']>

/**
 * Changes prices by a rule, now or at a time, or tells in a dry run what would change. The products are locked while
 * the prices are compared with those that the dry run showed.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller does not have one of the products; ERROR_PRICES_CHANGED if the
 * dry run showed something else; INVALID_DATA if the time is not within the next year, or nothing changes
 */
export async function changeManyPrices(
  context: Context,
  sellerId: number,
  { productIds, rule, ending, startsAt, dryRun, seen }: Request,
): Promise<Reply> {
  const starts = startsAt === null ? null : new Date(startsAt)
  if (starts) requireWithinYear(starts)
  const {
    config: { currency },
  } = context
  const choice = { sellerId, ids: productIds }
  const plan = (rows: PriceableRow[]) => {
    if (productIds && rows.length < new Set(productIds).size)
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', 'one of the products')
    const changes = rows.map(row => planChange(context, row, decidePrice(row, rule, ending)))
    return { changes, currency, digest: digestChanges(changes) }
  }
  if (dryRun) return { ...plan(await findPriceableProducts(context.db, choice)), batch: null }

  return runTransaction(context.db, async tx => {
    await lockChosenProducts(tx, choice)
    const planned = plan(await findPriceableProducts(tx, choice))
    if (planned.digest !== seen) throw new ApiError('ERROR_PRICES_CHANGED')
    const prices = planned.changes.flatMap(({ id, isDraft, before, after }) =>
      after ? [{ id, isDraft, oldPrice: before!.price, newPrice: after.price }] : [],
    )
    if (prices.length === 0) throw refuse('rule.value', 'issue_prices_none')
    const { kind, value } = rule
    const state = starts ? { state: 'planned' as const } : { state: 'done' as const, doneAt: NOW() }
    const batch = { sellerId, kind, value, ending, startsAt: starts, ...state }
    const id = await insertBatch(tx, batch, prices)
    if (!starts)
      await updatePrices(
        tx,
        prices.map(({ newPrice, ...product }) => ({ ...product, price: newPrice })),
      )
    return { ...planned, batch: await readBatch(tx, { sellerId, id }) }
  })
}

const NOW = () => new Date()

function requireWithinYear(startsAt: Date): void {
  const delayMs = startsAt.getTime() - Date.now()
  if (delayMs <= 0 || delayMs > MAX_SCHEDULE_MS) throw refuse('startsAt', 'issue_publish_at')
}

const refuse = (field: string, message: Parameters<typeof issueKey>[0]): ApiError =>
  ApiError.fromIssues([
    { code: 'custom', path: field.split('.'), message: issueKey(message), input: undefined },
  ])

/** Tells what a decision about a price leaves the seller, and of which lower price more would be left. */
function planChange(
  { config: { currency, commissionTiers } }: Context,
  { id, name, isDraft, isPriceDynamic, price }: PriceableRow,
  decision: ReturnType<typeof decidePrice>,
): PriceChange {
  const sell = (price: number) => ({
    ...keepOf(price, commissionTiers, currency),
    feePercent: findCommissionTier(price, commissionTiers).percent,
  })
  const after = 'price' in decision ? sell(decision.price) : null
  const lower = after && findLowerPrice(after.price, commissionTiers, currency)
  return {
    id,
    name,
    isDraft,
    isPriceDynamic,
    before: price === null ? null : sell(price),
    after,
    problem: 'problem' in decision ? decision.problem : null,
    // Of prices that leave the same, the seller has no reason to take the lower one.
    better: lower && lower.keptMinor > after.keptMinor ? lower : null,
  }
}

/** Computes a digest of all that a dry run shows of prices. */
const digestChanges = (changes: readonly PriceChange[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(changes.map(({ id, before, after, problem }) => [id, before, after, problem])),
    )
    .digest('base64url')

/** Lists the newest batches of a seller. */
export async function listBatches({ db }: Context, sellerId: number): Promise<PriceBatch[]> {
  return (await findBatches(db, { sellerId })).map(serializeBatch)
}

async function readBatch(tx: Transaction, key: { sellerId: number; id: number }) {
  const [row] = await findBatches(tx, key)
  return serializeBatch(row!)
}

const serializeBatch = (row: Awaited<ReturnType<typeof findBatches>>[number]): PriceBatch => ({
  id: row.id,
  rule: { kind: row.kind, value: row.value },
  ending: row.ending,
  state: row.state,
  startsAt: row.startsAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  productCount: row.productCount,
  changedCount: row.changedCount,
  left: row.left,
  leftCount: row.leftCount,
})

/**
 * Cancels a batch that is planned, or undoes one that was done: each product whose price is still that of the batch
 * gets its former one back.
 * @throws ApiError ERROR_PRICE_BATCH_NOT_FOUND if the seller has no such batch, or it was ended before
 */
export async function undoBatch(
  { db }: Context,
  { sellerId, id }: { sellerId: number; id: number },
): Promise<PriceBatch> {
  return runTransaction(db, async tx => {
    const batch = await lockBatch(tx, id)
    if (batch?.sellerId !== sellerId || batch.endedAt)
      throw new ApiError('ERROR_PRICE_BATCH_NOT_FOUND', `batch ${id}`)
    if (batch.state === 'planned') {
      const states = { given: 'cancelled', others: 'cancelled' } as const
      await updateChanges(tx, { batchId: id, from: 'planned' }, [], states)
      await updateBatch(tx, id, { state: 'cancelled', endedAt: NOW() })
    } else {
      await carryOut(tx, batch, {
        from: 'done',
        states: { given: 'undone', others: 'kept' },
        readPrices: ({ oldPrice, newPrice }) => ({ expected: newPrice, price: oldPrice }),
      })
      await updateBatch(tx, id, { state: 'undone', endedAt: NOW() })
    }
    return readBatch(tx, { sellerId, id })
  })
}

/** How many batches are carried out in one run. The others follow in the next one. */
const DUE_LIMIT = 100

/**
 * Carries out the batches whose time has come, each in a transaction of its own. A product whose price has changed
 * since the batch was planned keeps it.
 * @throws AggregateError if some failed, such as without a database; they are tried again in the next run
 */
export async function changeDuePrices({ db, notify }: Context, now = new Date()): Promise<void> {
  const failures: unknown[] = []
  for (const id of await findDueBatches(db, now, DUE_LIMIT))
    try {
      await runTransaction(db, async tx => {
        const batch = await lockBatch(tx, id)
        // Another process, or its seller, was faster.
        if (batch?.state !== 'planned') return
        const count = await carryOut(tx, batch, {
          from: 'planned',
          states: { given: 'done', others: 'left' },
          readPrices: ({ oldPrice, newPrice }) => ({ expected: oldPrice, price: newPrice }),
        })
        await updateBatch(tx, id, { state: 'done', doneAt: NOW() })
        await notify(tx, batch.sellerId, {
          kind: 'planned',
          dedupeKey: `planned:batch:${id}`,
          data: { outcome: 'prices_changed', count },
        })
      })
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'price changes that failed')
}

/**
 * Sets the prices of those changes of a locked batch whose products have the expected price.
 * @returns the number of prices that were set
 */
async function carryOut(
  tx: Transaction,
  { id: batchId, sellerId }: PriceBatchRow,
  {
    from,
    states,
    readPrices,
  }: {
    from: PriceChangeRow['state']
    states: Parameters<typeof updateChanges>[3]
    readPrices: (change: PriceChangeRow) => { expected: number; price: number }
  },
): Promise<number> {
  const changes = await findChanges(tx, batchId, from)
  const choice = { sellerId, ids: changes.map(({ productId }) => productId) }
  await lockChosenProducts(tx, choice)
  const rows = new Map((await findPriceableProducts(tx, choice)).map(row => [row.id, row]))
  const prices = changes.flatMap(change => {
    const { expected, price } = readPrices(change)
    const row = rows.get(change.productId)
    if (row?.price !== expected || row.isOffered || price < row.leastPrice) return []
    if (isAboveSuggestion(row, price)) return []
    return [{ id: row.id, isDraft: row.isDraft, price }]
  })
  const ids = prices.map(({ id }) => id)
  await updateChanges(tx, { batchId, from }, ids, states)
  await updatePrices(tx, prices)
  return prices.length
}

const isAboveSuggestion = (
  { isPriceDynamic, suggestedPrice }: PriceableRow,
  price: number,
): boolean => isPriceDynamic && suggestedPrice > 0 && price > suggestedPrice
