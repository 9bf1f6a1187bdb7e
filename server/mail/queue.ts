import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Mailer } from '#server/integrations/smtp.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Db } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'
import { LONG_OUTAGE_ATTEMPTS, enqueue, defineJob } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { EmailContent, MailBranding, RenderedEmail } from './template.ts'
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
import { sellerNotification } from './templates/seller-notification.ts'
import { supportMessage } from './templates/support-message.ts'
import { verifyAccount } from './templates/verify-account.ts'

interface Envelope {
  to: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
  locale: Locale
  messageId: string
  /** The content, encrypted: it holds links that open accounts and downloads. */
  sealed: string
}

const sendMail = defineJob<Envelope>('send_mail', { maxAttempts: LONG_OUTAGE_ATTEMPTS })

export type MailQueue = ReturnType<typeof createMailQueue>

/** Takes letters into the outbox and carries them to the mail server. */
export function createMailQueue({
  encryption,
  branding,
}: {
  encryption: Encryption
  branding: MailBranding
}) {
  const { hostname } = new URL(branding.publicOrigin)
  return {
    /** Writes a mail in the caller's transaction: it leaves at least once, with one Message-ID. */
    enqueue(
      tx: Db,
      {
        to,
        replyTo,
        locale,
        content,
      }: { to: string; replyTo?: string; locale: Locale; content: EmailContent },
    ): Promise<void> {
      const messageId = `<${randomUUID()}@${hostname}>`
      return enqueue(tx, sendMail, {
        to,
        ...(replyTo && { replyTo }),
        locale,
        messageId,
        sealed: encryption.encrypt(JSON.stringify(content)),
      })
    },
    /** Drops what is kept of mails to an address that have left; one that waits may be a buyer's. */
    async deleteSentTo(tx: Db, address: string): Promise<void> {
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
    registerHandler(worker: Worker, mailer: Mailer): void {
      worker.handle(sendMail, ({ to, replyTo, locale, messageId, sealed }) => {
        const content = JSON.parse(encryption.decrypt(sealed)) as EmailContent
        return mailer.send({
          to,
          ...(replyTo && { replyTo }),
          messageId,
          ...renderEmail(locale, content, branding),
        })
      })
    },
  }
}

/** The words of a content, in HTML and as plain text. */
function renderEmail(locale: Locale, content: EmailContent, branding: MailBranding): RenderedEmail {
  switch (content.kind) {
    case 'verify_account':
      return verifyAccount(locale, content, branding)
    case 'welcome':
      return welcome(locale, content, branding)
    case 'recover':
      return recover(locale, content, branding)
    case 'email_change':
      return emailChange(locale, content, branding)
    case 'email_change_notice':
      return emailChangeNotice(locale, content, branding)
    case 'password_changed':
      return passwordChanged(locale, content, branding)
    case 'google_changed':
      return googleChanged(locale, content, branding)
    case 'new_device':
      return newDevice(locale, content, branding)
    case 'order_delivered':
      return orderDelivered(locale, content, branding)
    case 'orders_resent':
      return ordersResent(locale, content, branding)
    case 'payment_account_lost':
      return paymentAccountLost(locale, content, branding)
    case 'order_in_review':
      return orderInReview(locale, content, branding)
    case 'support_message':
      return supportMessage(locale, content, branding)
    case 'account_suspended':
      return accountSuspended(locale, content, branding)
    case 'seller_news':
      return sellerNotification(locale, content, branding)
  }
}
