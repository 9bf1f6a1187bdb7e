import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { devices, secondSteps, securityEvents, sessions, users } from '#server/db/schema/index.ts'

const LISTED_EVENTS = 30
const EVENT_RETENTION_DAYS = 400
const ANONYMOUS_EVENT_RETENTION_DAYS = 30
const DEVICE_RETENTION_DAYS = 400

/** Returns the id of the device with this token hash, if it has signed in to the account with this email before. */
export async function findAccountDevice(
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

/** Tells whether a user has signed in on the device with this token hash before. */
export async function isUserDevice(db: Db, userId: number, tokenHash: string): Promise<boolean> {
  const isOwn = and(eq(devices.userId, userId), eq(devices.tokenHash, tokenHash))
  return (await db.$count(devices, isOwn)) > 0
}

/** Gives the device with a token hash another one, for all users who have signed in on it. */
export async function replaceDeviceToken(
  db: Db,
  tokenHash: string,
  newHash: string,
): Promise<void> {
  await db.update(devices).set({ tokenHash: newHash }).where(eq(devices.tokenHash, tokenHash))
}

export function countDevices(db: Db, userId: number): Promise<number> {
  return db.$count(devices, eq(devices.userId, userId))
}

/**
 * Records that a user signed in on a device.
 * @returns false if the user has signed in on this device before
 */
export async function recordDevice(db: Db, userId: number, tokenHash: string): Promise<boolean> {
  const updatedRows = await db
    .update(devices)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(devices.userId, userId), eq(devices.tokenHash, tokenHash)))
    .returning({ id: devices.id })
  if (updatedRows.length > 0) return false
  await db.insert(devices).values({ userId, tokenHash }).onConflictDoNothing()
  return true
}

/**
 * Deletes the known devices of a user, so that the next sign-in on them counts as a sign-in on a new device.
 * @param keepHash the token hash of a device that stays known
 */
export async function deleteUserDevices(db: Db, userId: number, keepHash?: string): Promise<void> {
  await db
    .delete(devices)
    .where(
      and(
        eq(devices.userId, userId),
        keepHash === undefined ? undefined : ne(devices.tokenHash, keepHash),
      ),
    )
}

export function findUserSessions(
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

/** Ends all sessions of a user except the session with the id `keepId`, and the sign-ins whose second step is open. */
export async function deleteOtherSessions(
  db: Db,
  userId: number,
  keepId: number | undefined,
): Promise<void> {
  await db.delete(secondSteps).where(eq(secondSteps.userId, userId))
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), keepId === undefined ? undefined : ne(sessions.id, keepId)),
    )
}

/** Returns the newest 30 security events of a user. */
export function findSecurityEvents(db: Db, userId: number) {
  return db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.id))
    .limit(LISTED_EVENTS)
}

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`

/** Deletes security events after their retention period, and devices that were not used for 400 days. */
export async function purgeDevicesAndEvents(db: Db): Promise<void> {
  await db.delete(devices).where(lt(devices.lastUsedAt, daysAgo(DEVICE_RETENTION_DAYS)))
  await db
    .delete(securityEvents)
    .where(
      or(
        lt(securityEvents.at, daysAgo(EVENT_RETENTION_DAYS)),
        and(
          isNull(securityEvents.userId),
          lt(securityEvents.at, daysAgo(ANONYMOUS_EVENT_RETENTION_DAYS)),
        ),
      ),
    )
}

/** Records that the user of a session has proved their identity now, and whether by a second factor. */
export async function confirmSession(
  db: Db,
  sessionId: number,
  proof: 'password' | 'factor',
): Promise<void> {
  await db
    .update(sessions)
    .set({
      confirmedAt: sql`now()`,
      ...(proof === 'factor' && { factorConfirmedAt: sql`now()` }),
    })
    .where(eq(sessions.id, sessionId))
}
