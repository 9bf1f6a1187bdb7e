import { and, eq, inArray, ne } from 'drizzle-orm'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { Database } from '#server/db/client.ts'
import { orderMailAnswers, refusedOrderMails } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { MailReports } from '#server/mail/queue.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'

/** The most characters of a mail server's answer that are kept. */
const ANSWER_LENGTH = 200

/**
 * Keeps what mail servers answered to the emails about orders, and which orders have a buyer whose mail server refused
 * the last email, so that the address can be corrected.
 */
export function createMailReports(db: Database): MailReports {
  return {
    async refused({ orderIds, to, subject, messageId, code }) {
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
          if (changed.length === 0) continue
          await tx
            .insert(orderMailAnswers)
            .values(
              toAnswers({ orderIds: [orderId], to, subject, isAccepted: false, answer: code }),
            )
          await recordOrderEvent(tx, orderId, 'mail_refused', { address: maskBuyerEmail(to) })
        }
      })
    },
    async accepted({ orderIds, to, subject, answer }) {
      const formerRefusals = db.$with('former_refusals').as(
        db
          .delete(refusedOrderMails)
          .where(
            and(
              inArray(refusedOrderMails.orderId, orderIds),
              eq(refusedOrderMails.addressHash, hashToken(to)),
            ),
          )
          .returning({ orderId: refusedOrderMails.orderId }),
      )
      await db
        .with(formerRefusals)
        .insert(orderMailAnswers)
        .values(toAnswers({ orderIds, to, subject, isAccepted: true, answer }))
    },
  }
}

/** Returns the rows of a mail server's answer, one for each order. Some servers repeat the address in it. */
function toAnswers({
  orderIds,
  to,
  answer,
  ...rest
}: {
  orderIds: string[]
  to: string
  subject: string
  isAccepted: boolean
  answer: string | null
}): (typeof orderMailAnswers.$inferInsert)[] {
  const address = maskBuyerEmail(to)
  const withoutAddress = answer?.replaceAll(to, address).slice(0, ANSWER_LENGTH) ?? null
  return orderIds.map(orderId => ({ orderId, address, answer: withoutAddress, ...rest }))
}
