import { eq } from 'drizzle-orm'
import {
  type Coupon,
  type CouponChange,
  type CouponForm,
  type CouponState,
  MAX_COUPONS,
} from '#contract/prices/coupons.ts'
import type { Currency } from '#contract/core/fields.ts'
import { coupons, users } from '#server/db/schema/index.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'
import type { Context } from '#server/context.ts'
import {
  type CouponRow,
  type CouponWithUses,
  findCoupons,
  hasProducts,
  lockCoupon,
  updateTerms,
} from './queries.ts'

/** Lists a page of a seller's coupons with their uses, the newest first. */
export async function listCoupons(
  { db, config: { currency } }: Context,
  sellerId: number,
  cursor: number | undefined,
): Promise<ResultPage<'coupons', Coupon>> {
  const { rows, nextCursor } = await readPage(limit => findCoupons(db, { sellerId, cursor, limit }))
  return { coupons: rows.map(row => serialize(row, currency)), nextCursor }
}

/**
 * @throws ApiError ERROR_COUPON_EXISTS if the seller has a coupon with this code; ERROR_PRODUCT_NOT_FOUND if it names a
 * product that is not the seller's; ERROR_TOO_MANY_COUPONS if the seller has as many as there can be
 */
export async function createCoupon(
  context: Context,
  sellerId: number,
  form: CouponForm,
): Promise<Coupon> {
  await requireProducts(context.db, sellerId, form.productIds)
  try {
    const id = await runTransaction(context.db, tx => insertCoupon(tx, sellerId, form))
    return await readCoupon(context, { sellerId, id })
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('ERROR_COUPON_EXISTS') : error
  }
}

/** Inserts a coupon, unless the seller has as many as there can be, whose row is locked while they are counted. */
async function insertCoupon(tx: Transaction, sellerId: number, form: CouponForm): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, sellerId)).for('no key update')
  if ((await tx.$count(coupons, eq(coupons.sellerId, sellerId))) >= MAX_COUPONS)
    throw new ApiError('ERROR_TOO_MANY_COUPONS')
  const [row] = await tx
    .insert(coupons)
    .values({ ...form, ...readTimes(form), sellerId })
    .returning({ id: coupons.id })
  return row!.id
}

/**
 * Changes the terms of a coupon. Orders that were made with it keep their prices.
 * @throws ApiError ERROR_COUPON_UNKNOWN if the seller has no such coupon; ERROR_PRODUCT_NOT_FOUND as `createCoupon`
 */
export async function updateCoupon(
  context: Context,
  { sellerId, id }: { sellerId: number; id: number },
  change: CouponChange,
): Promise<Coupon> {
  await requireProducts(context.db, sellerId, change.productIds)
  await runTransaction(context.db, async tx => {
    const coupon = await lockCoupon(tx, id)
    if (coupon?.sellerId !== sellerId) throw new ApiError('ERROR_COUPON_UNKNOWN', `coupon ${id}`)
    const areLimitsChanged = change.cap !== coupon.cap || change.perBuyer !== coupon.perBuyer
    await updateTerms(tx, id, {
      ...change,
      ...readTimes(change),
      ...(areLimitsChanged && { limitsChangedAt: new Date() }),
    })
  })
  return readCoupon(context, { sellerId, id })
}

async function readCoupon(
  { db, config: { currency } }: Context,
  key: { sellerId: number; id: number },
): Promise<Coupon> {
  const [row] = await findCoupons(db, key)
  return serialize(row!, currency)
}

async function requireProducts(
  db: Db,
  sellerId: number,
  productIds: readonly number[] | null,
): Promise<void> {
  if (productIds !== null && !(await hasProducts(db, sellerId, productIds)))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', 'a product of a coupon')
}

const readTimes = ({ startsAt, endsAt }: Pick<CouponForm, 'startsAt' | 'endsAt'>) => ({
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
})

function serialize(
  { isOff, startsAt, endsAt, createdAt, ...row }: Omit<CouponWithUses, 'sellerId'>,
  currency: Currency,
): Coupon {
  const uses = row.usedCount + row.heldCount
  return {
    ...row,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    currency,
    state: deriveCouponState({ isOff, startsAt, endsAt, cap: row.cap }, uses, new Date()),
  }
}

/** Derives the state of a coupon that its seller sees. */
export function deriveCouponState(
  { isOff, startsAt, endsAt, cap }: Pick<CouponRow, 'isOff' | 'startsAt' | 'endsAt' | 'cap'>,
  uses: number,
  now: Date,
): CouponState {
  if (isOff) return 'off'
  if (endsAt !== null && endsAt <= now) return 'ended'
  if (startsAt !== null && startsAt > now) return 'scheduled'
  return cap !== null && uses >= cap ? 'used_up' : 'active'
}
