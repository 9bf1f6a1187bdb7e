import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { Database, Db } from '#server/db/client.ts'
import { orderMailAnswers, refusedOrderMails } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { MailReports } from '#server/mail/queue.ts'
import { type OrderRow } from './queries.ts'
import { recordOrderEvent } from './events/record.ts'

/** The most characters of a mail server's answer that are kept. */
const ANSWER_LENGTH = 200

/** What a mail server answered to an email about an order. */
export interface MailAnswer {
  at: Date
  subject: string
  /** The masked address. */
  address: string
  isAccepted: boolean
  /** The reply without the address; null if the email was written to a folder. */
  answer: string | null
}

/** A mail server's refusal of an email about an order. */
export interface MailRefusal {
  at: Date
  /** The codes of the mail server's reply, such as `550 5.1.1`. */
  code: string
}

/**
 * Keeps what mail servers answered to the emails about orders, and which orders have a buyer whose mail server refused the
 * last email, so that the address can be corrected.
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
          await insertAnswers(tx, {
            orderIds: [orderId],
            to,
            subject,
            isAccepted: false,
            answer: code,
          })
          await recordOrderEvent(tx, orderId, 'mail_refused', { address: maskBuyerEmail(to) })
        }
      })
    },
    async accepted({ orderIds, to, subject, answer }) {
      await runTransaction(db, async tx => {
        await insertAnswers(tx, { orderIds, to, subject, isAccepted: true, answer })
        await tx
          .delete(refusedOrderMails)
          .where(
            and(
              inArray(refusedOrderMails.orderId, orderIds),
              eq(refusedOrderMails.addressHash, hashToken(to)),
            ),
          )
      })
    },
  }
}

/** Stores a mail server's answer for each order that the email is about. Some servers repeat the address in it. */
async function insertAnswers(
  tx: Db,
  {
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
  },
): Promise<void> {
  const address = maskBuyerEmail(to)
  const withoutAddress = answer?.replaceAll(to, address).slice(0, ANSWER_LENGTH) ?? null
  await tx
    .insert(orderMailAnswers)
    .values(orderIds.map(orderId => ({ orderId, address, answer: withoutAddress, ...rest })))
}

/** Returns what mail servers answered to the emails about an order, oldest first. */
export function findMailAnswers(db: Db, orderId: string): Promise<MailAnswer[]> {
  return db
    .select({
      at: orderMailAnswers.at,
      subject: orderMailAnswers.subject,
      address: orderMailAnswers.address,
      isAccepted: orderMailAnswers.isAccepted,
      answer: orderMailAnswers.answer,
    })
    .from(orderMailAnswers)
    .where(eq(orderMailAnswers.orderId, orderId))
    .orderBy(asc(orderMailAnswers.id))
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
