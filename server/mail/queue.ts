import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Mailer } from '#server/integrations/smtp.ts'
import type { Seal } from '#server/integrations/encryption.ts'
import type { Db } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'
import { KEEP_TRYING, enqueue, job } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Letter, Stationery, Written } from './template.ts'
import { accountSuspended } from './templates/account-suspended.ts'
import { orderDelivered } from './templates/order-delivered.ts'
import { orderInReview } from './templates/order-in-review.ts'
import { ordersResent } from './templates/orders-resent.ts'
import { paymentAccountLost } from './templates/payment-account-lost.ts'
import { emailChange } from './templates/email-change.ts'
import { emailChangeNotice } from './templates/email-change-notice.ts'
import { googleChanged } from './templates/google-changed.ts'
import { newDevice } from './templates/new-device.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { recover } from './templates/recover.ts'
import { welcome } from './templates/welcome.ts'
import { sellerNews } from './templates/seller-notification.ts'
import { supportMessage } from './templates/support-message.ts'
import { verifyAccount } from './templates/verify-account.ts'

interface Envelope {
  to: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
  locale: Locale
  messageId: string
  /** The letter, encrypted: it holds links that open accounts and downloads. */
  sealed: string
}

const sendMail = job<Envelope>('send_mail', { maxAttempts: KEEP_TRYING })

export type Postman = ReturnType<typeof createPostman>

/** Takes letters into the outbox and carries them to the mail server. */
export function createPostman({ seal, stationery }: { seal: Seal; stationery: Stationery }) {
  const { hostname } = new URL(stationery.publicOrigin)
  return {
    /** Writes a mail in the caller's transaction: it leaves at least once, with one Message-ID. */
    queue(
      tx: Db,
      {
        to,
        replyTo,
        locale,
        letter,
      }: { to: string; replyTo?: string; locale: Locale; letter: Letter },
    ): Promise<void> {
      const messageId = `<${randomUUID()}@${hostname}>`
      return enqueue(tx, sendMail, {
        to,
        ...(replyTo && { replyTo }),
        locale,
        messageId,
        sealed: seal.seal(JSON.stringify(letter)),
      })
    },
    /** Drops what is kept of mails to an address that have left; one that waits may be a buyer's. */
    async forget(tx: Db, address: string): Promise<void> {
      await tx
        .delete(jobs)
        .where(
          and(
            eq(jobs.kind, sendMail.kind),
            eq(jobs.state, 'done'),
            sql`${jobs.payload} ->> 'to' = ${address}`,
          ),
        )
    },
    deliverWith(worker: Worker, mailer: Mailer): void {
      worker.handle(sendMail, ({ to, replyTo, locale, messageId, sealed }) => {
        const letter = JSON.parse(seal.open(sealed)) as Letter
        return mailer.send({
          to,
          ...(replyTo && { replyTo }),
          messageId,
          ...write(locale, letter, stationery),
        })
      })
    },
  }
}

/** The words of a letter, in HTML and as plain text. */
function write(locale: Locale, letter: Letter, stationery: Stationery): Written {
  switch (letter.kind) {
    case 'verify_account':
      return verifyAccount(locale, letter, stationery)
    case 'welcome':
      return welcome(locale, letter, stationery)
    case 'recover':
      return recover(locale, letter, stationery)
    case 'email_change':
      return emailChange(locale, letter, stationery)
    case 'email_change_notice':
      return emailChangeNotice(locale, letter, stationery)
    case 'password_changed':
      return passwordChanged(locale, letter, stationery)
    case 'google_changed':
      return googleChanged(locale, letter, stationery)
    case 'new_device':
      return newDevice(locale, letter, stationery)
    case 'order_delivered':
      return orderDelivered(locale, letter, stationery)
    case 'orders_resent':
      return ordersResent(locale, letter, stationery)
    case 'payment_account_lost':
      return paymentAccountLost(locale, letter, stationery)
    case 'order_in_review':
      return orderInReview(locale, letter, stationery)
    case 'support_message':
      return supportMessage(locale, letter, stationery)
    case 'account_suspended':
      return accountSuspended(locale, letter, stationery)
    case 'seller_news':
      return sellerNews(locale, letter, stationery)
  }
}
