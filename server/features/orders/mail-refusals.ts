import { and, eq, inArray, ne } from 'drizzle-orm'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { Database, Db } from '#server/db/client.ts'
import { refusedOrderMails } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { MailReports } from '#server/mail/queue.ts'
import { type OrderRow, recordOrderEvent } from './queries.ts'

/** A mail server's refusal of an email about an order. */
export interface MailRefusal {
  at: Date
  /** The codes of the mail server's reply, such as `550 5.1.1`. */
  code: string
}

/** Keeps which orders have a buyer whose mail server refused the last email, so that the address can be corrected. */
export function createMailReports(db: Database): MailReports {
  return {
    async refused({ orderIds, to, messageId, code }) {
      await runTransaction(db, async tx => {
        for (const orderId of orderIds) {
          const refusal = { messageId, addressHash: hashToken(to), code }
          // Further attempts to send the same email add nothing to the history.
          const changed = await tx
            .insert(refusedOrderMails)
            .values({ orderId, ...refusal })
            .onConflictDoUpdate({
              target: refusedOrderMails.orderId,
              set: { ...refusal, at: new Date() },
              setWhere: ne(refusedOrderMails.messageId, messageId),
            })
            .returning({ orderId: refusedOrderMails.orderId })
          if (changed.length > 0)
            await recordOrderEvent(tx, orderId, 'mail_refused', { address: maskBuyerEmail(to) })
        }
      })
    },
    async accepted({ orderIds, to }) {
      await db
        .delete(refusedOrderMails)
        .where(
          and(
            inArray(refusedOrderMails.orderId, orderIds),
            eq(refusedOrderMails.addressHash, hashToken(to)),
          ),
        )
    },
  }
}

/** Returns the refusal of the last email to an order's current address; null if it was accepted. */
export async function findMailRefusal(
  db: Db,
  { id, payerEmail }: Pick<OrderRow, 'id' | 'payerEmail'>,
): Promise<MailRefusal | null> {
  const [refusal] = await db
    .select({ at: refusedOrderMails.at, code: refusedOrderMails.code })
    .from(refusedOrderMails)
    .where(
      and(
        eq(refusedOrderMails.orderId, id),
        eq(refusedOrderMails.addressHash, hashToken(payerEmail)),
      ),
    )
  return refusal ?? null
}
