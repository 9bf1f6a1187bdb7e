import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import {
  type MailAttachment,
  type Mailer,
  RecipientRefusedError,
} from '#server/integrations/smtp.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Db } from '#server/db/client.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { jobs } from '#server/db/schema/index.ts'
import { LONG_OUTAGE_ATTEMPTS, defineJob, enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { renderLayout } from './layout.ts'
import { type PlainKind, findCause } from './mail-causes.ts'
import { type MailboxLimits, countMail } from './mailbox-limits.ts'
import { buildMailboxMuteLinks } from './mute-links.ts'
import type { EmailContent, LateContent, MailBranding, RenderedEmail } from './template.ts'
import { renderAccountSuspended } from './templates/account-suspended.ts'
import { renderOrderDelivered } from './templates/orders/order-delivered.ts'
import { renderOrderMessage } from './templates/orders/order-message.ts'
import { renderOrderUpdate } from './templates/orders/order-update.ts'
import { renderOrdersInReview } from './templates/orders/orders-in-review.ts'
import { renderFreeCopy } from './templates/orders/free-copy.ts'
import { renderOrdersResent } from './templates/orders/orders-resent.ts'
import { renderAddressChanged, renderAddressRequest } from './templates/orders/address-change.ts'
import { renderReviewReminder } from './templates/orders/review-reminder.ts'
import { renderContactEmail } from './templates/contact-email.ts'
import { renderEmailChange } from './templates/email-change.ts'
import { renderEmailChangeNotice } from './templates/email-change-notice.ts'
import { renderEmailChanged } from './templates/email-changed.ts'
import { renderGoogleChanged } from './templates/google-changed.ts'
import { renderPaidTwice } from './templates/orders/paid-twice.ts'
import { renderWithdrawalRequested } from './templates/orders/withdrawal-requested.ts'
import { renderNewDevice } from './templates/new-device.ts'
import { renderProductAvailable } from './templates/orders/product-available.ts'
import { renderUnmatchedPayments } from './templates/orders/unmatched-payments.ts'
import { renderPasswordChanged } from './templates/password-changed.ts'
import { renderPasswordRecovery } from './templates/recover.ts'
import { renderWelcome } from './templates/welcome.ts'
import { renderTokensRefused } from './templates/tokens-refused.ts'
import { renderSignInCode } from './templates/sign-in-code.ts'
import { renderSupportMessage } from './templates/support-message.ts'
import { renderVerification } from './templates/verify-account.ts'

interface QueuedEmail {
  to: string
  replyTo?: string
  locale: Locale
  messageId: string
  /** The orders that the email is about, if it goes to their buyer. */
  orderIds?: string[]
  /** The content as encrypted JSON, since the links in it give access to accounts and downloads. */
  encryptedContent: string
}

const sendEmailJob = defineJob<QueuedEmail>('send_email', {
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
  lane: 'mail',
})

const contentOwner = ({ messageId, to }: Pick<QueuedEmail, 'messageId' | 'to'>) =>
  nameOwner('jobs.payload', messageId, to)

/** An email that was written when it is sent. */
export interface WrittenEmail {
  content: EmailContent
  /** The address at this time, if it is not the one to which the email was queued. */
  to?: string
  replyTo?: string
}

/** Writes emails when they are sent. */
export interface MailWriter {
  /** @returns undefined if there is nothing left to say, so that the email is not sent */
  write(content: LateContent, locale: Locale): Promise<WrittenEmail | undefined>
}

/** Completes the emails to the buyers of orders, and receives what mail servers said about them. */
export interface BuyerMails extends MailReports {
  /** Returns the files that are sent with an email. They are made at each attempt, so that they are up to date. */
  findAttachments(mail: {
    orderIds: string[]
    content: EmailContent
    locale: Locale
  }): Promise<MailAttachment[]>
}

/** Receives what mail servers said about the emails to the buyers of orders. */
export interface MailReports {
  /** @param mail.code the codes of the mail server's reply, such as `550 5.1.1` */
  refused(mail: OrderMail & { messageId: string; code: string }): Promise<void>
  /** @param mail.answer the mail server's reply; null if the email was written to a folder */
  accepted(mail: OrderMail & { answer: string | null }): Promise<void>
}

export type MailResult = 'sent' | 'refused' | 'failed'

/** An attempt to send an email. `paidAt` is given for the first email with the downloads of an order. */
export interface MailAttempt {
  result: MailResult
  paidAt?: Date
}

interface OrderMail {
  orderIds: string[]
  to: string
  subject: string
}

/** An email that is to be queued, without its content. */
interface NewEmail {
  to: string
  replyTo?: string
  /** The orders that the email is about, if it goes to their buyer. */
  orderIds?: string[]
  locale: Locale
  /**
   * True if the owner of the address is known to have asked for the email, or must learn of a change that was made, so
   * that it is sent although anybody can cause its kind.
   */
  isAskedByOwner?: boolean
}

export type MailQueue = ReturnType<typeof createMailQueue>

/**
 * Stores emails as jobs and sends them from a worker. Emails that anybody can cause are limited by the mailbox they go
 * to, so that nobody can fill the inbox of somebody else.
 */
export function createMailQueue({
  encryption,
  branding,
  limits,
}: {
  encryption: Encryption
  branding: MailBranding
  limits: MailboxLimits
}) {
  const { hostname } = new URL(branding.publicOrigin)
  const mayQueue = (
    tx: Db,
    { to, isAskedByOwner }: NewEmail,
    content: Parameters<typeof findCause>[0],
  ) =>
    countMail(limits, tx, {
      to,
      kind: content.kind,
      cause: isAskedByOwner ? 'known' : findCause(content),
    })

  function store(
    tx: Db,
    { to, replyTo, orderIds, locale }: NewEmail,
    content: EmailContent | LateContent,
  ): Promise<void> {
    const messageId = `<${randomUUID()}@${hostname}>`
    return enqueue(tx, sendEmailJob, {
      to,
      ...(replyTo && { replyTo }),
      ...(orderIds && { orderIds }),
      locale,
      messageId,
      encryptedContent: encryption.encrypt(
        JSON.stringify(content),
        contentOwner({ messageId, to }),
      ),
    })
  }

  /** Returns the branding of an email, with the way out of the emails that anybody can cause. */
  function brandingOf(to: string, content: EmailContent | LateContent): MailBranding {
    if (findCause(content) === 'known') return branding
    return {
      ...branding,
      mailboxMute: buildMailboxMuteLinks(branding, limits.addressTokens, to),
    }
  }

  return {
    /**
     * Queues an email in the caller's transaction, unless anybody can cause it and its mailbox has had enough of them
     * or does not want them. The email is sent at least once, always with the same Message-ID.
     * @returns false if the email is dropped
     */
    async enqueue(
      tx: Db,
      { content, ...email }: NewEmail & { content: EmailContent | LateContent },
    ): Promise<boolean> {
      const isQueued = await mayQueue(tx, email, content)
      if (isQueued) await store(tx, email, content)
      return isQueued
    },
    /**
     * Does the same with a content that is written only if the email is sent, since writing it replaces the links of
     * earlier emails.
     */
    async enqueueWritten(
      tx: Db,
      { kind, write, ...email }: NewEmail & { kind: PlainKind; write: () => Promise<EmailContent> },
    ): Promise<void> {
      if (await mayQueue(tx, email, { kind })) await store(tx, email, await write())
    },
    /**
     * Deletes the stored copies of emails that were sent to `address`. Emails that are not sent yet are kept, since the
     * address may also belong to a buyer who waits for one.
     */
    async deleteSentTo(tx: Db, address: string): Promise<void> {
      await tx
        .delete(jobs)
        .where(
          and(
            eq(jobs.kind, sendEmailJob.kind),
            eq(jobs.state, 'done'),
            sql`${jobs.payload} ->> 'to' = ${address}`,
          ),
        )
    },
    /**
     * Registers the job handler with which `worker` sends the queued emails through `mailer`. An email to an address
     * that does not exist is tried once.
     */
    registerHandler(
      worker: Worker,
      mailer: Mailer,
      { writer, buyerMails }: { writer: MailWriter; buyerMails: BuyerMails },
      onAttempt: (attempt: MailAttempt) => void = () => undefined,
    ): void {
      worker.handle(sendEmailJob, async mail => {
        const { orderIds, locale, messageId, encryptedContent } = mail
        const queued = JSON.parse(encryption.decrypt(encryptedContent, contentOwner(mail))) as
          | EmailContent
          | LateContent
        const written = isLate(queued) ? await writer.write(queued, locale) : { content: queued }
        if (!written) return
        const { content } = written
        const { to, replyTo } = { ...mail, ...written }
        const attachments = orderIds
          ? await buyerMails.findAttachments({ orderIds, content, locale })
          : []
        const rendered = renderEmail(locale, content, brandingOf(to, queued))
        const { subject } = rendered
        let answer: string | null
        try {
          answer = await mailer.send({
            to,
            ...(replyTo && { replyTo }),
            messageId,
            attachments,
            ...rendered,
          })
        } catch (error) {
          const isRefused = error instanceof RecipientRefusedError
          onAttempt({ result: isRefused ? 'refused' : 'failed' })
          if (!isRefused) throw error
          if (orderIds)
            await buyerMails.refused({ orderIds, to, subject, messageId, code: error.code })
          if (!error.isFinal) throw error
          return
        }
        const paidAt = content.kind === 'order_delivered' ? content.paidAt : undefined
        onAttempt({ result: 'sent', ...(paidAt && { paidAt: new Date(paidAt) }) })
        if (orderIds) await buyerMails.accepted({ orderIds, to, subject, answer })
      })
    },
  }
}

const isLate = (content: EmailContent | LateContent): content is LateContent =>
  content.kind === 'order_event' || content.kind === 'notification'

/** Renders an email with the template of its kind. */
export function renderEmail(
  locale: Locale,
  content: EmailContent,
  branding: MailBranding,
): RenderedEmail {
  switch (content.kind) {
    case 'verify_account':
      return renderVerification(locale, content, branding)
    case 'welcome':
      return renderWelcome(locale, content, branding)
    case 'recover':
      return renderPasswordRecovery(locale, content, branding)
    case 'email_change':
      return renderEmailChange(locale, content, branding)
    case 'contact_email':
      return renderContactEmail(locale, content, branding)
    case 'email_change_notice':
      return renderEmailChangeNotice(locale, content, branding)
    case 'email_changed':
      return renderEmailChanged(locale, content, branding)
    case 'password_changed':
      return renderPasswordChanged(locale, content, branding)
    case 'google_changed':
      return renderGoogleChanged(locale, content, branding)
    case 'new_device':
      return renderNewDevice(locale, content, branding)
    case 'sign_in_code':
      return renderSignInCode(locale, content, branding)
    case 'free_copy':
      return renderFreeCopy(locale, content, branding)
    case 'order_delivered':
      return renderOrderDelivered(locale, content, branding)
    case 'order_update':
      return renderOrderUpdate(locale, content, branding)
    case 'product_available':
      return renderProductAvailable(locale, content, branding)
    case 'order_message':
      return renderOrderMessage(locale, content, branding)
    case 'order_address_request':
      return renderAddressRequest(locale, content, branding)
    case 'order_address_changed':
      return renderAddressChanged(locale, content, branding)
    case 'orders_resent':
      return renderOrdersResent(locale, content, branding)
    case 'review_reminder':
      return renderReviewReminder(locale, content, branding)
    case 'withdrawal_requested':
      return renderWithdrawalRequested(locale, content, branding)
    case 'paid_twice':
      return renderPaidTwice(locale, content, branding)
    case 'orders_in_review':
      return renderOrdersInReview(locale, content, branding)
    case 'unmatched_payments':
      return renderUnmatchedPayments(locale, content, branding)
    case 'tokens_refused':
      return renderTokensRefused(locale, content, branding)
    case 'support_message':
      return renderSupportMessage(locale, content, branding)
    case 'account_suspended':
      return renderAccountSuspended(locale, content, branding)
    case 'seller_notification':
      return renderLayout(locale, content.parts, branding)
  }
}
