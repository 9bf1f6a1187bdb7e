import type { AdminUser, AdminUserDetail, USER_FILTERS } from '#contract/admin/users.ts'
import type { Transaction } from '#server/db/client.ts'
import { deleteSessionsOf } from '#server/features/accounts/service.ts'
import { changeQuota } from '#server/features/catalog/service.ts'
import { getPaymentAccount } from '#server/features/payment-accounts/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { localeOf } from '#server/http/language.ts'
import { type AuditAction, audit } from './audit.ts'
import type { AdminDeps } from './deps.ts'
import { type Page, readPage } from './page.ts'
import {
  type UserRow,
  findUserRow,
  findUsers,
  hasAdminRole,
  lockUser,
  findSellerTotals,
  updateUserRow,
} from './user-queries.ts'

/** An admin's deed on an account, with what they wrote. */
export interface UserAction {
  adminId: number
  userId: number
  reason?: string | undefined
}

export async function listUsers(
  { db }: AdminDeps,
  filter: {
    q?: string | undefined
    only?: (typeof USER_FILTERS)[number] | undefined
    cursor?: number | undefined
  },
): Promise<Page<'users', AdminUser>> {
  const { rows, nextCursor } = await readPage(limit => findUsers(db, { ...filter, limit }))
  return { users: rows.map(describe), nextCursor }
}

function describe(row: UserRow): AdminUser {
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
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  }
}

/** @throws ApiError USER_NOT_FOUND */
export async function describeUser(deps: AdminDeps, id: number): Promise<AdminUserDetail> {
  const { db, sellers, catalog } = deps
  const row = await findUserRow(db, id)
  if (!row) throw new ApiError('USER_NOT_FOUND', `user ${id}`)
  const [seller, account] = await Promise.all([
    findSellerTotals(db, id),
    getPaymentAccount(sellers, id),
  ])
  const { products, sales, usedBytes, quotaBytes } = seller
  return {
    ...describe(row),
    paymentAccount: account.state,
    products,
    sales,
    space: { usedBytes, quotaBytes, defaultQuotaBytes: catalog.sellerQuotaBytes },
  }
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Does something to an open account and writes it into the log, together. */
async function applyUserAction(
  deps: AdminDeps,
  { adminId, userId, reason }: UserAction,
  action: AuditAction['action'],
  work: (tx: Transaction, user: LockedUser) => Promise<void>,
): Promise<AdminUserDetail> {
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('USER_NOT_FOUND', `user ${userId}`)
    await work(tx, user)
    await audit(tx, { adminId, action, target: 'user', targetId: String(userId), reason })
  })
  return describeUser(deps, userId)
}

/** @throws ApiError USER_NOT_FOUND; ERROR_USER_ALREADY_VERIFIED */
export function verifyUser(deps: AdminDeps, deed: UserAction): Promise<AdminUserDetail> {
  return applyUserAction(deps, deed, 'verify_user', async (tx, user) => {
    if (user.verifiedAt) throw new ApiError('ERROR_USER_ALREADY_VERIFIED', `user ${user.id}`)
    await updateUserRow(tx, user.id, { verifiedAt: new Date() })
  })
}

/**
 * Suspends an account: it is signed out everywhere, its products leave the shelves and its open payment pages close
 * at once. Suspending again changes the reason.
 * @throws ApiError USER_NOT_FOUND; ERROR_USER_NOT_AUTHORIZED (403) for an admin's account
 */
export function suspendUser(
  deps: AdminDeps,
  deed: UserAction & { reason: string },
): Promise<AdminUserDetail> {
  return applyUserAction(deps, deed, 'suspend_user', async (tx, user) => {
    if (await hasAdminRole(tx, user.id))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'an admin', { status: 403 })
    await updateUserRow(tx, user.id, {
      suspendedAt: user.suspendedAt ?? new Date(),
      suspensionReason: deed.reason,
    })
    await deleteSessionsOf(tx, user.id)
    await deps.sellers.onSalesClosed(tx, user.id)
    await mail(deps, tx, user, deed.reason)
  })
}

/** Nothing happens to an account that is not suspended. @throws ApiError USER_NOT_FOUND */
export function unsuspendUser(deps: AdminDeps, deed: UserAction): Promise<AdminUserDetail> {
  return applyUserAction(deps, deed, 'unsuspend_user', async (tx, user) => {
    if (!user.suspendedAt) return
    await updateUserRow(tx, user.id, { suspendedAt: null, suspensionReason: null })
    await mail(deps, tx, user, null)
  })
}

async function mail(
  { mailQueue, publicOrigin }: AdminDeps,
  tx: Transaction,
  user: LockedUser,
  reason: string | null,
): Promise<void> {
  await mailQueue.enqueue(tx, {
    to: user.email,
    locale: localeOf(user.languagePreference),
    content: {
      kind: 'account_suspended',
      reason,
      link: reason === null ? `${publicOrigin}/login` : publicOrigin,
    },
  })
}

/** @param quotaBytes null for the installation's quota. @throws ApiError USER_NOT_FOUND */
export function setQuota(
  deps: AdminDeps,
  deed: UserAction & { quotaBytes: number | null },
): Promise<AdminUserDetail> {
  return applyUserAction(deps, deed, 'set_quota', (tx, user) =>
    changeQuota(deps.catalog, tx, user.id, deed.quotaBytes),
  )
}
