import * as z from 'zod/mini'
import type { ChangedPrice } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { OwnershipProof } from '#contract/orders/completion.ts'
import type { OrderEntry } from '#contract/orders/payment-link.ts'
import { BuyerEmailForm, createPreference } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { getTouches } from '#web/shared/touches.ts'
import { type FieldTexts, type PurchaseItem, readTypedPrice } from './purchase-state.ts'

export { suggestEmail } from './email-suggestion.ts'

/**
 * The body of the request that creates an order. The prices are in whole units. `dynamicPrice` is set for the products
 * with a dynamic price; `seenPrice` is the price that the page shows, or the minimum of a dynamic price.
 */
export interface OrderRequest {
  products: {
    id: number
    dynamicPrice?: number | undefined
    seenPrice: number
    seenParts?: number[]
    completes?: OwnershipProof | undefined
    bumpOf?: number
  }[]
  payerEmail: string
  coupon?: { code: string; seenTotal: number }
  buyAgain?: true
  entry?: OrderEntry
}

interface EmailFields {
  email: string
  confirm_email: string
}

/** The texts for the issues that the contract's schema finds in the buy form. */
const ISSUE_TEXTS: Partial<Record<IssueKey, () => string>> = {
  issue_email_required: m.issue_email_required,
  issue_email_invalid: m.issue_email_invalid,
  issue_email_long: () => m.issue_email_long({ max: LIMITS.email.max }),
  issue_confirm_email: m.issue_confirm_email,
  issue_emails_differ: m.issue_emails_differ,
}

/**
 * Validates the two email fields with the contract's schema. Returns the email, or an error text for each invalid
 * field.
 */
export function validateEmails(
  emails: EmailFields,
): { payerEmail: string } | { errors: Partial<Record<keyof EmailFields, string>> } {
  const result = z.safeParse(BuyerEmailForm, emails)
  if (result.success) return { payerEmail: result.data.email }
  const errors: Partial<Record<keyof EmailFields, string>> = {}
  for (const { path, message } of result.error.issues) {
    const field = path[0] === 'confirm_email' ? 'confirm_email' : 'email'
    errors[field] ??= (ISSUE_TEXTS[message as IssueKey] ?? m.issue_invalid)()
  }
  return { errors }
}

/** The texts for the error codes that help a buyer; all other codes get a general text. */
const ERROR_TEXTS: Partial<Record<ErrorCode, () => string>> = {
  DIFFERENT_SELLERS_PRODUCT: m.DIFFERENT_SELLERS_PRODUCT,
  INVALID_REFRESH_TOKEN: m.INVALID_REFRESH_TOKEN,
  // The page has shown the product, so its sale has ended since the page was loaded.
  ERROR_PRODUCT_NOT_FOUND: m.buy_not_sold,
  ERROR_INVALID_EMAIL: m.ERROR_INVALID_EMAIL,
  NO_PAYER_EMAIL_PROVIDED: m.NO_PAYER_EMAIL_PROVIDED,
  NO_PRODUCTS_PROVIDED: m.NO_PRODUCTS_PROVIDED,
  ERROR_TOO_MANY_REQUESTS: m.buy_too_many,
  ERROR_CAPTCHA_FAILED: m.ERROR_CAPTCHA_FAILED,
  ERROR_SERVICE_UNAVAILABLE: m.buy_unavailable,
  ERROR_COUPON_UNKNOWN: m.ERROR_COUPON_UNKNOWN,
  ERROR_COUPON_ENDED: m.ERROR_COUPON_ENDED,
  ERROR_COUPON_USED_UP: m.ERROR_COUPON_USED_UP,
  ERROR_COUPON_BUYER: m.ERROR_COUPON_BUYER,
  ERROR_COUPON_MINIMUM: m.ERROR_COUPON_MINIMUM,
  ERROR_COUPON_PRODUCTS: m.ERROR_COUPON_PRODUCTS,
  ERROR_COUPON_PART: m.ERROR_COUPON_PART,
  ERROR_COUPON_OFFER: m.ERROR_COUPON_OFFER,
  ERROR_COUPON_CHANGED: m.ERROR_COUPON_CHANGED,
  // The form has validated its input, so the product must have changed since the page was loaded.
  INVALID_DATA: m.buy_changed,
}

/**
 * What became of a request to pay: the URL of the payment page, an error text, prices that the buyer has not seen, or
 * the question whether to buy again what this browser has bought.
 */
export type PurchaseOutcome =
  | { link: string }
  | { problem: string }
  | { changedPrices: readonly ChangedPrice[] }
  | { isBought: true }

/**
 * Creates the order and its payment page. After many orders from the buyer's connection the server asks for a captcha,
 * which is solved then.
 * @param recaptchaSiteKey undefined if the installation uses proofs of work
 */
export async function startPurchase(
  order: OrderRequest,
  { recaptchaSiteKey, signal }: { recaptchaSiteKey: string | undefined; signal: AbortSignal },
): Promise<PurchaseOutcome> {
  const input = {
    body: { ...order, from: getTouches() },
    idempotencyKey: getIdempotencyKey(JSON.stringify(order)),
    signal,
  }
  let result = await callEndpoint(createPreference, input)
  if (!result.ok && result.code === 'ERROR_CAPTCHA_FAILED') {
    const captcha = await import('#web/api/captcha.ts')
      .then(({ solveCaptcha }) => solveCaptcha(recaptchaSiteKey, createPreference.captcha.action))
      .catch(() => undefined)
    if (captcha !== undefined) result = await callEndpoint(createPreference, { ...input, captcha })
  }
  if (result.ok) return { link: result.body.init_point }
  if (result.changedPrices) return { changedPrices: result.changedPrices }
  if (result.code === 'ERROR_ALREADY_BOUGHT') return { isBought: true }
  return { problem: (ERROR_TEXTS[result.code] ?? m.buy_problem)() }
}

/** Says what each product costs now whose price is not the one with which the page was loaded, and what to do. */
export function describeChanges(
  pageItems: readonly (PurchaseItem & { name: string })[],
  items: readonly PurchaseItem[],
  values: FieldTexts,
): string[] {
  const texts = pageItems.flatMap((before, index) => {
    const now = items[index]
    const { name, currency } = before
    if (!now || (now.price === before.price && now.isPriceDynamic === before.isPriceDynamic))
      return []
    const price = formatPrice(now.price, currency)
    if (now.isPriceDynamic) return m.buy_minimum_changed({ name, price })
    const typedPrice = before.isPriceDynamic ? readTypedPrice(values, before) : 0
    const seenPrice = typedPrice || before.price
    return m.buy_price_changed({ name, before: formatPrice(seenPrice, currency), after: price })
  })
  return [...texts, m.buy_price_confirm()]
}

const idempotencyKeys = new Map<string, string>()

/**
 * Returns the Idempotency-Key for an order. While the page is open, the same products, prices and email always get the
 * same key and therefore the same payment page.
 */
function getIdempotencyKey(order: string): string {
  const existingKey = idempotencyKeys.get(order)
  if (existingKey) return existingKey
  const key = createRandomId()
  idempotencyKeys.set(order, key)
  return key
}
