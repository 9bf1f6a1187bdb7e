import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { SECURITY_EVENTS } from '#contract/accounts/sessions.ts'
import type { Db } from '#server/db/client.ts'
import { devices, securityEvents, sessions, users } from '#server/db/schema/index.ts'

const EVENTS_SHOWN = 30
const KEEP_EVENTS_DAYS = 400
const KEEP_STRANGERS_EVENTS_DAYS = 30
const KEEP_DEVICES_DAYS = 400

/** Whether this browser signed in to the account of `email` before; its id where it did. */
export async function findDeviceOf(
  db: Db,
  email: string,
  tokenHash: string,
): Promise<number | undefined> {
  const [device] = await db
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(devices.tokenHash, tokenHash), eq(users.email, email), isNull(users.closedAt)))
  return device?.id
}

/** Whether we gave this cookie to a browser that signed in, whoever it was. */
export async function isKnownDevice(db: Db, tokenHash: string): Promise<boolean> {
  return (await db.$count(devices, eq(devices.tokenHash, tokenHash))) > 0
}

export function countDevices(db: Db, userId: number): Promise<number> {
  return db.$count(devices, eq(devices.userId, userId))
}

/** Remembers a browser of a user. False where it was known. */
export async function recordDevice(db: Db, userId: number, tokenHash: string): Promise<boolean> {
  const touched = await db
    .update(devices)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(devices.userId, userId), eq(devices.tokenHash, tokenHash)))
    .returning({ id: devices.id })
  if (touched.length > 0) return false
  await db.insert(devices).values({ userId, tokenHash }).onConflictDoNothing()
  return true
}

/** Nobody's browser is known any more: the next log-in from each is one from a new device. */
export async function deleteDevicesOf(db: Db, userId: number): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId))
}

export function findSessionsOf(
  db: Db,
  userId: number,
  cutoffs: { lastUsedAfter: Date; createdAfter: Date },
) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        sql`${sessions.lastUsedAt} > ${cutoffs.lastUsedAfter}`,
        sql`${sessions.createdAt} > ${cutoffs.createdAfter}`,
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
}

/** Ends every session of a user but one. */
export async function deleteOtherSessions(
  db: Db,
  userId: number,
  keepId: number | undefined,
): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), keepId === undefined ? undefined : ne(sessions.id, keepId)),
    )
}

export interface NewSecurityEvent {
  /** Null: an address that nobody has. */
  userId: number | null
  kind: (typeof SECURITY_EVENTS)[number]
  place: string
  userAgent: string
}

export async function insertSecurityEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  await db.insert(securityEvents).values(event)
}

/** The newest ones. */
export function findSecurityEvents(db: Db, userId: number) {
  return db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.id))
    .limit(EVENTS_SHOWN)
}

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`

/** Drops what is too old to tell anybody anything. */
export async function purgeDevicesAndEvents(db: Db): Promise<void> {
  await db.delete(devices).where(lt(devices.lastUsedAt, daysAgo(KEEP_DEVICES_DAYS)))
  await db
    .delete(securityEvents)
    .where(
      or(
        lt(securityEvents.at, daysAgo(KEEP_EVENTS_DAYS)),
        and(
          isNull(securityEvents.userId),
          lt(securityEvents.at, daysAgo(KEEP_STRANGERS_EVENTS_DAYS)),
        ),
      ),
    )
}
