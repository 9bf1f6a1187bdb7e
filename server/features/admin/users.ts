import type { AdminUser, AdminUserDetail, USER_FILTERS } from '#contract/admin/users.ts'
import type { Transaction } from '#server/db/client.ts'
import { deleteUserSessions, lockUser, updateUserRow } from '#server/features/accounts/queries.ts'
import { changeQuota } from '#server/features/files/service.ts'
import { getPaymentAccount } from '#server/features/payment-accounts/account.ts'
import { resumeReplacement } from '#server/features/payment-accounts/replacement/replacement.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import type { Context } from '#server/context.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'
import {
  type UserRow,
  findUserRow,
  findUsers,
  hasAdminRole,
  findSellerTotals,
} from './user-queries.ts'

export async function listUsers(
  { db }: Context,
  filter: {
    q?: string | undefined
    only?: (typeof USER_FILTERS)[number] | undefined
    cursor?: number | undefined
  },
): Promise<ResultPage<'users', AdminUser>> {
  const { rows, nextCursor } = await readPage(limit => findUsers(db, { ...filter, limit }))
  return { users: rows.map(serialize), nextCursor }
}

function serialize(row: UserRow): AdminUser {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    isAdmin: row.isAdmin,
    isVerified: row.verifiedAt !== null,
    suspended:
      row.suspendedAt === null
        ? null
        : { at: row.suspendedAt.toISOString(), reason: row.suspensionReason ?? '' },
    closed: row.closedAt !== null,
    salesClosedAt: row.salesClosedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  }
}

/**
 * Returns an account with its sales totals and storage usage.
 * @throws ApiError USER_NOT_FOUND if no account has this id
 */
export async function getUserDetail(context: Context, id: number): Promise<AdminUserDetail> {
  const { db } = context
  const row = await findUserRow(db, id)
  if (!row) throw new ApiError('USER_NOT_FOUND', `user ${id}`)
  const [totals, account] = await Promise.all([
    findSellerTotals(db, id),
    getPaymentAccount(context, id),
  ])
  const { products, sales, usedBytes, quotaBytes } = totals
  return {
    ...serialize(row),
    paymentAccount: account.state,
    products,
    sales,
    space: { usedBytes, quotaBytes, defaultQuotaBytes: context.config.sellerQuotaBytes },
  }
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** @throws ApiError USER_NOT_FOUND if no open account has this id */
async function requireUser(tx: Transaction, id: number): Promise<LockedUser> {
  const user = await lockUser(tx, id)
  if (!user) throw new ApiError('USER_NOT_FOUND', `user ${id}`)
  return user
}

/**
 * Marks the email of a user as verified.
 * @throws ApiError USER_NOT_FOUND if no open account has this id; ERROR_USER_ALREADY_VERIFIED if the email is verified
 * already
 */
export async function verifyUser(tx: Transaction, { id }: { id: number }): Promise<void> {
  const user = await requireUser(tx, id)
  if (user.verifiedAt) throw new ApiError('ERROR_USER_ALREADY_VERIFIED', `user ${id}`)
  await updateUserRow(tx, id, { verifiedAt: new Date() })
}

/**
 * Suspends an account: its sessions end, its products are hidden and its open payment pages expire. Suspending the
 * account again replaces the reason.
 * @throws ApiError USER_NOT_FOUND if no open account has this id; ERROR_USER_NOT_AUTHORIZED with 403 if the user is an
 * admin
 */
export async function suspendUser(
  context: Context,
  tx: Transaction,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const user = await requireUser(tx, id)
  if (await hasAdminRole(tx, id))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'an admin', { status: 403 })
  await updateUserRow(tx, id, {
    suspendedAt: user.suspendedAt ?? new Date(),
    suspensionReason: reason,
  })
  await deleteUserSessions(tx, id)
  await context.onSalesClosed(tx, id)
  await sendSuspensionEmail(context, tx, user, reason)
}

/**
 * Ends the suspension of an account; does nothing if the account is not suspended.
 * @throws ApiError USER_NOT_FOUND if no open account has this id
 */
export async function unsuspendUser(
  context: Context,
  tx: Transaction,
  { id }: { id: number },
): Promise<void> {
  const user = await requireUser(tx, id)
  if (!user.suspendedAt) return
  await updateUserRow(tx, id, { suspendedAt: null, suspensionReason: null })
  await resumeReplacement(tx, id)
  await sendSuspensionEmail(context, tx, user, null)
}

async function sendSuspensionEmail(
  { mailQueue, config: { publicOrigin } }: Context,
  tx: Transaction,
  user: LockedUser,
  reason: string | null,
): Promise<void> {
  await mailQueue.enqueue(tx, {
    to: user.email,
    locale: toLocale(user.languagePreference),
    content: {
      kind: 'account_suspended',
      reason,
      link: reason === null ? `${publicOrigin}/login` : publicOrigin,
    },
  })
}

/**
 * Sets the storage quota of a user.
 * @param quotaBytes the quota; null restores the default
 * @throws ApiError USER_NOT_FOUND if no open account has this id
 */
export async function setQuota(
  context: Context,
  tx: Transaction,
  { id, quotaBytes }: { id: number; quotaBytes: number | null },
): Promise<void> {
  await requireUser(tx, id)
  await changeQuota(context, tx, id, quotaBytes)
}
