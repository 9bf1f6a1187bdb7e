import { and, count, desc, eq, isNull, lt, sum } from 'drizzle-orm'
import type { DeadJob } from '#contract/admin/operations.ts'
import type { Transaction } from '#server/db/client.ts'
import { jobs, productCounts, productReports, users } from '#server/db/schema/index.ts'
import { countOrdersInReview } from '#server/features/payments/review/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { retryDeadJob, retryDeadJobs } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'

/** Counts the users, the products for sale and the tasks that need an admin, for the admin overview. */
export async function getAdminOverview({ db }: Context) {
  const [openAccounts, liveProducts, reviews, openReports, deadJobs] = await Promise.all([
    db.select({ n: count() }).from(users).where(isNull(users.closedAt)),
    db.select({ n: sum(productCounts.delta).mapWith(Number) }).from(productCounts),
    countOrdersInReview(db),
    db.$count(productReports, isNull(productReports.closedAt)),
    db.$count(jobs, eq(jobs.state, 'dead')),
  ])
  return {
    users: openAccounts[0]?.n ?? 0,
    products: liveProducts[0]?.n ?? 0,
    ...reviews,
    openReports,
    deadJobs,
  }
}

export async function listDeadJobs(
  { db }: Context,
  cursor: number | undefined,
): Promise<ResultPage<'jobs', DeadJob>> {
  const { rows, nextCursor } = await readPage(limit =>
    db
      .select()
      .from(jobs)
      .where(and(eq(jobs.state, 'dead'), cursor === undefined ? undefined : lt(jobs.id, cursor)))
      .orderBy(desc(jobs.id))
      .limit(limit),
  )
  return {
    jobs: rows.map(({ id, kind, attempts, createdAt, finishedAt, lastError }) => ({
      id,
      kind,
      attempts,
      createdAt: createdAt.toISOString(),
      diedAt: finishedAt?.toISOString() ?? null,
      lastError,
    })),
    nextCursor,
  }
}

/**
 * Makes a dead job run again.
 * @throws ApiError UNKNOWN_ERROR if no dead job has this id
 */
export async function retryJob(tx: Transaction, { id }: { id: number }): Promise<void> {
  if (!(await retryDeadJob(tx, id))) throw new ApiError('UNKNOWN_ERROR', `job ${id}`)
}

export async function retryAllJobs(tx: Transaction): Promise<{ retried: number }> {
  return { retried: await retryDeadJobs(tx) }
}
