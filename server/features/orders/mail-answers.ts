import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { orderMailAnswers, refusedOrderMails } from '#server/db/schema/index.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { OrderRow } from './rules/rows.ts'

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
  const [refusal] = await selectRefusal(db).execute({ id, addressHash: hashToken(payerEmail) })
  return refusal ?? null
}

const selectRefusal = prepareOnce(db =>
  db
    .select({ at: refusedOrderMails.at, code: refusedOrderMails.code })
    .from(refusedOrderMails)
    .where(
      and(
        eq(refusedOrderMails.orderId, sql.placeholder('id')),
        eq(refusedOrderMails.addressHash, sql.placeholder('addressHash')),
      ),
    )
    .prepare('mail_refusal'),
)
