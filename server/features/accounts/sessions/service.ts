import type { SecurityEvent, Session } from '#contract/accounts/sessions.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { forgetTrustedDevices } from './trusted-devices.ts'
import { computeSessionCutoffs } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { deleteOtherSessions, findSecurityEvents, findUserSessions } from './queries.ts'
import { parseUserAgent, maskIp } from '../user-agent.ts'

/** Returns the active sessions of a user, the most recently used first. */
export async function listSessions(
  { db }: Context,
  { id, sessionId }: SessionUser,
): Promise<Session[]> {
  const rows = await findUserSessions(db, id, computeSessionCutoffs())
  return rows.map(row => ({
    id: row.id,
    current: row.id === sessionId,
    ...parseUserAgent(row.userAgent),
    place: row.ip === null ? null : maskIp(row.ip),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }))
}

/** Ends all sessions of a user except the caller's own, and forgets on which devices the second step is skipped. */
export async function closeOtherSessions(
  context: Context,
  { id, sessionId }: SessionUser,
  client: ClientInfo,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    await deleteOtherSessions(tx, id, sessionId)
    await forgetTrustedDevices(tx, id)
    await recordSecurityEvent(context, tx, id, 'other_sessions_closed', client)
  })
}

/** Returns the newest security events of a user, newest first. */
export async function listSecurityEvents(
  { db }: Context,
  { id }: SessionUser,
): Promise<SecurityEvent[]> {
  const events = await findSecurityEvents(db, id)
  return events.map(({ id, kind, at, place, userAgent }) => ({
    id,
    kind: kind as SecurityEvent['kind'],
    at: at.toISOString(),
    place,
    ...parseUserAgent(userAgent),
  }))
}
