import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { schedules } from '#server/db/schema/index.ts'

export type ScheduleRow = typeof schedules.$inferSelect & {
  /** Seconds since the last successful run, or since the task was planned, by the database's clock. */
  idleSeconds: number
}

/** Finds what is recorded about some periodic tasks. */
export async function findSchedules(db: Database, names: string[]): Promise<ScheduleRow[]> {
  const rows = await db
    .select({
      schedule: schedules,
      idleSeconds: sql<number>`extract(epoch from now()
        - coalesce(${schedules.doneAt}, ${schedules.recordedAt}))::float8`,
    })
    .from(schedules)
    .where(inArray(schedules.name, names))
    .orderBy(schedules.name)
  return rows.map(({ schedule, idleSeconds }) => ({ ...schedule, idleSeconds }))
}
