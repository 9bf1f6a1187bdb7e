import * as z from 'zod/mini'
import { ADMIN_ACTION_NAMES, AUDIT_TARGETS } from '../core/admin-actions.ts'
import { endpoint } from '../core/endpoint.ts'
import { IdText, IsoDateTime, PageCursor } from '../core/fields.ts'

export const getAdminOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  summary: 'Counts for the admin overview',
  access: 'admin',
  reply: z.object({
    users: z.int(),
    products: z.int(),
    /** The orders that `GET /admin/orders` lists. */
    reviews: z.int(),
    /** The payments that must be given back to their buyers. */
    refundsDue: z.int(),
    /** The payments that `GET /admin/unmatched-payments` lists. */
    unmatchedPayments: z.int(),
    openReports: z.int(),
    deadJobs: z.int(),
  }),
})

export const DeadJob = z.object({
  id: z.int(),
  kind: z.string(),
  attempts: z.int(),
  createdAt: IsoDateTime,
  diedAt: z.nullable(IsoDateTime),
  /** The last error of the job as it was logged, without the job's payload and without user input. */
  lastError: z.nullable(z.string()),
})
export type DeadJob = z.infer<typeof DeadJob>

export const listDeadJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  summary: 'List dead jobs, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ cursor: PageCursor }),
  reply: z.object({ jobs: z.array(DeadJob), nextCursor: z.nullable(z.int()) }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/:id/retry',
  summary: 'Retry a dead job',
  access: 'admin',
  audit: 'retry_job',
  params: z.object({ id: IdText }),
  errors: ['UNKNOWN_ERROR'],
})

export const retryAllJobs = endpoint({
  method: 'POST',
  path: '/admin/jobs/retry',
  summary: 'Retry all dead jobs',
  access: 'admin',
  audit: 'retry_all_jobs',
  reply: z.object({ retried: z.int() }),
})

export const AuditEntry = z.object({
  id: z.int(),
  at: IsoDateTime,
  /** The admin who acted; null if the action was made on the server's command line. */
  admin: z.nullable(z.object({ id: z.int(), username: z.string() })),
  action: z.enum(ADMIN_ACTION_NAMES),
  target: z.enum(AUDIT_TARGETS),
  targetId: z.string(),
  /**
   * The current name of the target, which is a username, a product name or the name in a testimonial; null if the
   * target has no name.
   */
  targetName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'List the audit log of admin actions, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ userId: z.optional(IdText), cursor: PageCursor }),
  reply: z.object({ entries: z.array(AuditEntry), nextCursor: z.nullable(z.int()) }),
})
