import type { Logger } from 'pino'
import type { MailAttachment } from '#server/integrations/smtp.ts'
import type { BuyerMails } from '#server/mail/queue.ts'
import type { EmailContent } from '#server/mail/template.ts'
import { createMailReports } from './mail-reports.ts'
import { renderReceiptFile } from '#server/features/receipts/receipt-file.ts'
import type { Context } from '#server/context.ts'

/** Creates what is added to the emails to buyers, and learns from sending them. */
export function createBuyerMails(context: Context, log: Logger): BuyerMails {
  return {
    ...createMailReports(context.db),
    async findAttachments({ orderIds: [orderId], content, locale }): Promise<MailAttachment[]> {
      if (orderId === undefined || !hasReceipt(content)) return []
      try {
        return [await renderReceiptFile(context, orderId, locale)]
      } catch (error) {
        // The buyer needs the download links of this email more than the receipt, which the order page has too.
        log.error({ err: error, orderId }, 'the receipt could not be attached to an email')
        return []
      }
    },
  }
}

/** Tells whether the receipt of the order is sent with an email. */
function hasReceipt(content: EmailContent): boolean {
  return (
    content.kind === 'order_delivered' ||
    (content.kind === 'order_update' && content.update.kind === 'receipt_changed')
  )
}
