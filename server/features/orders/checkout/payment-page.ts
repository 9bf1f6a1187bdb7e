import { DAY_MS } from '#contract/core/time.ts'
import type { PaymentAccountRow } from '#server/features/payment-accounts/queries.ts'
import { withAccountToken } from '#server/features/payment-accounts/tokens.ts'
import type { Context } from '#server/context.ts'
import { enqueuePageClosing } from '../job-kinds.ts'
import { type PageItem, buildOrderMetadata } from '../rules/order-metadata.ts'
import type { OrderRow } from '../rules/rows.ts'
import { savePreference } from './queries.ts'

/** The maximum number of characters of the marketplace's name on a card statement. */
const STATEMENT_MAX_LENGTH = 22
/**
 * How long a voucher can be paid that is chosen in the last moment of a payment page, in milliseconds: three days, the
 * least that the provider advises. The provider has one date for all vouchers of a page, so an earlier one lives
 * longer.
 */
const VOUCHER_MIN_MS = 3 * DAY_MS

/**
 * Asks the payment provider for an order's payment page and stores the URL of the page. Every call for an order sends
 * the order's own idempotency key, so repeated and concurrent calls get the same page.
 * @param account the seller's payment account that the order was made for
 * @returns the URL, and whether the order may still be paid there; if not, the page is closed
 * @throws ApiError INVALID_REFRESH_TOKEN if the account no longer accepts payments; ProviderError if the call fails
 */
export async function openPaymentPage(
  context: Context,
  order: OrderRow,
  items: PageItem[],
  account: PaymentAccountRow,
): Promise<{ paymentUrl: string; mayBePaid: boolean }> {
  const {
    db,
    provider,
    orderTokens,
    config: { publicOrigin, brandName },
  } = context
  const token = orderTokens.create(order.id, order.tokenVersion)
  const backUrl = (outcome: string) => `${publicOrigin}/payment/${outcome}?order=${token}`
  const preferenceRequest = {
    orderId: order.id,
    currency: context.config.currency,
    items: items.map(({ productId, name, priceMinor }) => ({
      id: String(productId),
      title: name,
      priceMinor,
    })),
    metadata: buildOrderMetadata(order, items),
    payerEmail: order.payerEmail,
    marketplaceFeeMinor: order.feeMinor,
    backUrls: {
      success: backUrl('success'),
      pending: backUrl('pending'),
      failure: backUrl('failure'),
    },
    notificationUrl: `${publicOrigin}/api/public/mercadopago/webhook?source_news=webhooks`,
    expiresAt: order.expiresAt,
    vouchersExpireAt: new Date(order.expiresAt.getTime() + VOUCHER_MIN_MS),
    statementDescriptor: brandName.slice(0, STATEMENT_MAX_LENGTH),
  }
  const preference = await withAccountToken(context, account, accessToken =>
    provider.createPreference(accessToken, preferenceRequest, order.providerKey),
  )
  const mayBePaid = await savePreference(db, order.id, preference)
  if (!mayBePaid) await enqueuePageClosing(db, { ...order, preferenceId: preference.id })
  return { paymentUrl: preference.paymentUrl, mayBePaid }
}
