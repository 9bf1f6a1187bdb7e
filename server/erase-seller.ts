import type { Context } from './context.ts'
import type { Transaction } from './db/client.ts'
import { removeSellerTestimonials } from './features/admin/testimonials/queries.ts'
import { deleteConversionReceivers } from './features/conversions/queries.ts'
import { withdrawSellerProducts } from './features/products/publishing/withdraw.ts'
import { endSellerUploads } from './features/files/uploads/end-upload.ts'
import { deleteUserNotifications } from './features/notifications/queries.ts'
import { eraseTaxData } from './features/receipts/queries.ts'
import { eraseReviewReplies } from './features/product-reviews/queries.ts'
import { unlinkWithoutNotification } from './features/payment-accounts/account.ts'
import { eraseProfile } from './features/profiles/service.ts'

/** Withdraws and erases what a user had as a seller, in the transaction that closes the account. */
export async function eraseSeller(
  context: Context,
  tx: Transaction,
  userId: number,
): Promise<void> {
  await unlinkWithoutNotification(context, tx, userId)
  await withdrawSellerProducts(context, tx, userId)
  await endSellerUploads(context, tx, userId)
  await eraseProfile(tx, userId)
  await eraseTaxData(tx, userId)
  await deleteConversionReceivers(tx, userId)
  await deleteUserNotifications(tx, userId)
  await removeSellerTestimonials(tx, userId)
  await eraseReviewReplies(tx, userId)
}
