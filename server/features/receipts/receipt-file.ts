import { buffer } from 'node:stream/consumers'
import type { Receipt } from '#contract/receipts.ts'
import type { Locale } from '#messages/runtime'
import type { MailAttachment } from '#server/integrations/smtp.ts'
import type { Context } from '#server/context.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'
import { getOrderReceipt } from './receipt.ts'

/** Returns the name of the PDF file of a receipt, which consists of ASCII characters. */
export function nameReceiptFile({ orderNumber }: Receipt, locale: Locale): string {
  return `${locale === 'es' ? 'recibo' : 'receipt'}-${orderNumber}.pdf`
}

/**
 * Renders the receipt of an order as a file for an email.
 * @throws ApiError PAYMENT_NOT_FOUND if there is no such order or it was never paid
 */
export async function renderReceiptFile(
  context: Context,
  orderId: string,
  locale: Locale,
): Promise<MailAttachment> {
  const receipt = await getOrderReceipt(context, orderId)
  return {
    filename: nameReceiptFile(receipt, locale),
    content: await buffer(await renderReceiptPdf(receipt, locale, context.config.brandName)),
    contentType: 'application/pdf',
  }
}
