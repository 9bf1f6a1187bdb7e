import type { SecurityEvent, Session } from '#contract/accounts/sessions.ts'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { oldestLive } from '../queries.ts'
import type { AccountsDeps, Visitor } from '../service.ts'
import {
  type NewEvent,
  deleteOtherSessions,
  findEvents,
  findSessionsOf,
  insertEvent,
} from './queries.ts'
import { readDevice, shortPlace } from './user-agent.ts'

/** Writes down what happened to an account, and from where. */
export function note(
  db: Db,
  userId: number | null,
  kind: NewEvent['kind'],
  { ip, userAgent }: Visitor,
): Promise<void> {
  return insertEvent(db, { userId, kind, place: shortPlace(ip), userAgent })
}

/** Where a user is signed in, the newest use first. */
export async function listSessions(
  { db }: AccountsDeps,
  { id, sessionId }: SessionUser,
): Promise<Session[]> {
  const rows = await findSessionsOf(db, id, oldestLive())
  return rows.map(row => ({
    id: row.id,
    current: row.id === sessionId,
    ...readDevice(row.userAgent),
    place: row.ip === null ? null : shortPlace(row.ip),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }))
}

/** Signs every other device out. */
export async function closeOtherSessions(
  { db }: AccountsDeps,
  { id, sessionId }: SessionUser,
  visitor: Visitor,
): Promise<void> {
  await db.transaction(async tx => {
    await deleteOtherSessions(tx, id, sessionId)
    await note(tx, id, 'other_sessions_closed', visitor)
  })
}

/** What happened to an account lately, the newest first. */
export async function listActivity(
  { db }: AccountsDeps,
  { id }: SessionUser,
): Promise<SecurityEvent[]> {
  const events = await findEvents(db, id)
  return events.map(({ id, kind, at, place, userAgent }) => ({
    id,
    kind: kind as SecurityEvent['kind'],
    at: at.toISOString(),
    place,
    ...readDevice(userAgent),
  }))
}
