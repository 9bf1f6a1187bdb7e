import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IsoDateTime, optionalText, text } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { PaymentAccountState } from '../payment-accounts.ts'

/** What an admin must write: the person reads it, and the audit log keeps it. */
export const Reason = text(3, LIMITS.reason.max, 'issue_reason_required', 'issue_reason_long')
/** What an admin may write for the audit log. */
export const OptionalReason = z.optional(optionalText(LIMITS.reason.max, 'issue_reason_long'))

export const PageCursor = z.optional(Id)
export const SearchText = z.optional(optionalText(LIMITS.search.max, 'issue_too_long'))

export const AdminUser = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  isVerified: z.boolean(),
  suspended: z.nullable(z.object({ at: IsoDateTime, reason: z.string() })),
  closed: z.boolean(),
  createdAt: IsoDateTime,
  lastLoginAt: z.nullable(IsoDateTime),
})
export type AdminUser = z.infer<typeof AdminUser>

export const USER_FILTERS = ['suspended', 'unverified', 'admins'] as const

/** `q` is the beginning of an email or of a username. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  summary: 'Accounts, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ q: SearchText, only: z.optional(z.enum(USER_FILTERS)), cursor: PageCursor }),
  reply: z.object({ users: z.array(AdminUser), nextCursor: z.nullable(z.int()) }),
})

export const AdminUserDetail = z.extend(AdminUser, {
  paymentAccount: PaymentAccountState,
  products: z.int(),
  sales: z.int(),
  /** Bytes; `quotaBytes` null where the installation's quota holds. */
  space: z.object({
    usedBytes: z.int(),
    quotaBytes: z.nullable(z.int()),
    defaultQuotaBytes: z.int(),
  }),
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

const byId = z.object({ id: Id })

export const getUserDetail = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  summary: 'One account',
  access: 'admin',
  params: byId,
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})

/** For people whose mail never comes. 409 where the account is verified. */
export const verifyUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/verify',
  summary: 'Verify an account by hand',
  access: 'admin',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND', 'ERROR_USER_ALREADY_VERIFIED'],
})

/**
 * The reason reaches the person by mail and with every ERROR_USER_SUSPENDED. Their products leave the shelves,
 * their open payment pages close; what buyers bought stays. 403 ERROR_USER_NOT_AUTHORIZED for an admin's account.
 */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/suspend',
  summary: 'Suspend an account',
  access: 'admin',
  params: byId,
  body: z.object({ reason: Reason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND', 'ERROR_USER_NOT_AUTHORIZED'],
})

export const unsuspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/unsuspend',
  summary: 'End a suspension',
  access: 'admin',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})

/** Bytes; null gives the installation's quota back. Less than is used deletes nothing: it refuses more. */
export const setQuota = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/quota',
  summary: "Set a seller's quota",
  access: 'admin',
  params: byId,
  body: z.object({
    quotaBytes: z.nullable(z.int().check(z.minimum(0), z.maximum(1024 ** 4))),
    reason: OptionalReason,
  }),
  reply: AdminUserDetail,
  errors: ['USER_NOT_FOUND'],
})
