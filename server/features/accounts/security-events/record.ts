import {
  SECURITY_EVENTS,
  type SecurityEmailKind,
  type SecurityEventKind,
  type AnnouncementArgument,
  type AnnouncedEventKind,
} from '#contract/accounts/security-events.ts'
import type { NotificationEvent, NotificationKind } from '#contract/notifications.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { securityEvents } from '#server/db/schema/index.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { Context } from '#server/context.ts'
import { findUser } from '../queries.ts'
import { maskIp } from '../user-agent.ts'
import { sendSecurityEmail } from './emails.ts'

type RecordContext = Pick<Context, 'mailQueue' | 'config' | 'notify'>

/**
 * Records a security event of an account in the transaction of the change, and tells the owner of it as the declaration
 * of the event says.
 * @param userId the user's id; null for a failed login with an unknown email
 * @param announcement what the owner is to be told of the event; `nobody` if the owner is not told of it this time
 */
export async function recordSecurityEvent<K extends SecurityEventKind>(
  context: RecordContext,
  tx: K extends AnnouncedEventKind ? Transaction : Db,
  userId: K extends AnnouncedEventKind ? number : number | null,
  kind: K,
  client: RequestClient,
  ...[announcement]: AnnouncementArgument<K>
): Promise<void> {
  const [event] = await tx
    .insert(securityEvents)
    .values({ userId, kind, place: maskIp(client.ip), userAgent: client.userAgent })
    .returning({ id: securityEvents.id })
  if (announcement === 'nobody' || !isAnnounced(kind)) return
  // The types of the parameters say that these are there for an event that the owner is told of.
  const owner = { tx: tx as Transaction, userId: userId as number }
  await announceToOwner(context, owner, { id: event!.id, kind, client, data: announcement ?? {} })
}

const isAnnounced = (kind: SecurityEventKind): kind is AnnouncedEventKind =>
  'data' in SECURITY_EVENTS[kind]

async function announceToOwner(
  context: RecordContext,
  { tx, userId }: { tx: Transaction; userId: number },
  {
    id,
    kind,
    client,
    data: { emailLink, ...data },
  }: { id: number; kind: AnnouncedEventKind; client: RequestClient; data: { emailLink?: string } },
): Promise<void> {
  const declared: { data: object } & (
    | { email: SecurityEmailKind }
    | { notification: NotificationKind }
  ) = SECURITY_EVENTS[kind]
  const announcement = { ...declared.data, ...data }
  if ('notification' in declared)
    return context.notify(tx, userId, {
      kind: declared.notification,
      dedupeKey: `security_event:${id}`,
      data: announcement,
      ...(emailLink && { emailLink }),
    } as NotificationEvent)
  const owner = await findUser(tx, userId)
  if (owner)
    await sendSecurityEmail(declared.email, {
      context,
      tx,
      owner,
      data: announcement as never,
      client,
    })
}
