import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, IsoDateTime, optionalText, requiredText, PageCursor } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { PaymentAccountState } from '../payment-accounts.ts'

/** A required reason, which the affected user reads and the audit log stores. */
export const RequiredReason = requiredText(
  3,
  LIMITS.reason.max,
  'issue_reason_required',
  'issue_reason_long',
)
/** An optional reason for the audit log. */
export const OptionalReason = z.optional(optionalText(LIMITS.reason.max, 'issue_reason_long'))

export const SearchText = z.optional(optionalText(LIMITS.search.max))

export const AdminUser = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  isVerified: z.boolean(),
  suspended: z.nullable(z.object({ at: IsoDateTime, reason: z.string() })),
  closed: z.boolean(),
  /** Since when nobody can buy from the seller because refunds to buyers wait for money; null if this is not so. */
  salesClosedAt: z.nullable(IsoDateTime),
  createdAt: IsoDateTime,
  lastLoginAt: z.nullable(IsoDateTime),
})
export type AdminUser = z.infer<typeof AdminUser>

export const USER_FILTERS = ['suspended', 'unverified', 'admins', 'sales_closed'] as const

/** Lists users. The search text `q` is the beginning of an email address or of a username. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  summary: 'List accounts, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ q: SearchText, only: z.optional(z.enum(USER_FILTERS)), cursor: PageCursor }),
  reply: z.object({ users: z.array(AdminUser), nextCursor: z.nullable(z.int()) }),
})

export const AdminUserDetail = z.extend(AdminUser, {
  paymentAccount: PaymentAccountState,
  products: z.int(),
  sales: z.int(),
  /** The seller's storage usage in bytes. `quotaBytes` is null if the default quota applies. */
  space: z.object({
    usedBytes: z.int(),
    quotaBytes: z.nullable(z.int()),
    defaultQuotaBytes: z.int(),
  }),
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

const byId = z.object({ id: IdText })

export const getUserDetail = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  summary: 'Get one account',
  access: 'admin',
  params: byId,
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})

/**
 * Marks the email of a user who did not receive the verification mail as verified. Answers 409 if the user is already
 * verified.
 */
export const verifyUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/verify',
  summary: 'Verify an account manually',
  access: 'admin',
  audit: 'verify_user',
  needsRecentProof: true,
  params: byId,
  body: z.object({ reason: OptionalReason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND', 'ERROR_USER_ALREADY_VERIFIED'],
})

/**
 * Suspends a user. The reason is sent by email, and every later ERROR_USER_SUSPENDED response contains it. The user's
 * products are hidden and their open payment pages expire, but buyers can still download what they bought. Answers 403
 * ERROR_USER_NOT_AUTHORIZED for the account of an admin.
 */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/suspend',
  summary: 'Suspend an account',
  access: 'admin',
  audit: 'suspend_user',
  needsRecentProof: true,
  params: byId,
  body: z.object({ reason: RequiredReason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND', 'ERROR_USER_NOT_AUTHORIZED'],
})

export const unsuspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/unsuspend',
  summary: 'End a suspension',
  access: 'admin',
  audit: 'unsuspend_user',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})

/**
 * Sets the storage quota of a seller; null in `quotaBytes` restores the default quota. If the seller already uses more,
 * no file is deleted, but the seller cannot upload any more.
 */
export const setQuota = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/quota',
  summary: "Set a seller's quota",
  access: 'admin',
  audit: 'set_quota',
  params: byId,
  body: z.object({
    quotaBytes: z.nullable(z.int().check(z.minimum(0), z.maximum(1024 ** 4))),
    reason: OptionalReason,
  }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})
