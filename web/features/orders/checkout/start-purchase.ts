import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { OwnershipProof } from '#contract/orders/completion.ts'
import type { OrderEntry } from '#contract/orders/payment-link.ts'
import { BuyerEmailForm, createPreference } from '#contract/orders/orders.ts'
import type { Quote, QuoteFacts, SeenQuote } from '#contract/prices/quote.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { getTouches } from '#web/shared/touches.ts'
import { COUPON_REFUSAL_TEXTS } from '../coupons/refusal-texts.ts'
import type { PurchaseItem } from './purchase-state.ts'

export { suggestEmail } from './email-suggestion.ts'

/** The body of the request that creates an order, as the form describes it. */
export interface OrderRequest {
  products: {
    id: number
    /** Whole units, for a product whose price the buyer chooses. */
    dynamicPrice?: number
    completes?: OwnershipProof
    bumpOf?: number
  }[]
  payerEmail: string
  coupon?: string
  seen: SeenQuote
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

/** The refusals of an order that are no text but a question to the buyer. */
type Question = 'ERROR_PRICE_CHANGED' | 'ERROR_ALREADY_BOUGHT'
type Refusal = Exclude<(typeof createPreference)['errors'][number], Question>

/** The texts of what the server can answer to an order. Whatever the contract adds must get a text here. */
const REFUSAL_TEXTS: Record<Refusal, () => string> = {
  DIFFERENT_SELLERS_PRODUCT: m.DIFFERENT_SELLERS_PRODUCT,
  INVALID_REFRESH_TOKEN: m.INVALID_REFRESH_TOKEN,
  // The page has shown the product, so its sale has ended since the page was loaded.
  ERROR_PRODUCT_NOT_FOUND: m.buy_not_sold,
  ERROR_INVALID_EMAIL: m.ERROR_INVALID_EMAIL,
  NO_PAYER_EMAIL_PROVIDED: m.NO_PAYER_EMAIL_PROVIDED,
  NO_PRODUCTS_PROVIDED: m.NO_PRODUCTS_PROVIDED,
  ERROR_SERVICE_UNAVAILABLE: m.buy_unavailable,
  ERROR_UNEXPECTED_SERVER: m.buy_problem,
}
/** The texts of what every endpoint can answer. */
const COMMON_TEXTS: Partial<Record<ErrorCode, () => string>> = {
  ERROR_TOO_MANY_REQUESTS: m.buy_too_many,
  ERROR_CAPTCHA_FAILED: m.ERROR_CAPTCHA_FAILED,
  // The form has validated its input, so the product must have changed since the page was loaded.
  INVALID_DATA: m.buy_changed,
}
const ERROR_TEXTS: Partial<Record<ErrorCode, () => string>> = { ...COMMON_TEXTS, ...REFUSAL_TEXTS }

/**
 * What became of a request to pay: the URL of the payment page, an error text, a quote that the buyer has not seen with
 * the texts of what is different, or the question whether to buy again what this browser has bought.
 */
export type PurchaseOutcome =
  | { link: string }
  | { problem: string }
  | { changes: readonly string[]; facts: QuoteFacts }
  | { isBought: true }

/**
 * Creates the order and its payment page. After many orders from the buyer's connection the server asks for a captcha,
 * which is solved then.
 * @param options `items` are the products of the form; `recaptchaSiteKey` is undefined if the installation uses proofs
 *   of work
 */
export async function startPurchase(
  order: OrderRequest,
  {
    items,
    recaptchaSiteKey,
    signal,
  }: { items: readonly NamedItem[]; recaptchaSiteKey: string | undefined; signal: AbortSignal },
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
  if (result.newQuote) {
    const { quote, facts } = result.newQuote
    return { changes: describeChanges(order.seen, quote, { facts, items }), facts }
  }
  if (result.code === 'ERROR_ALREADY_BOUGHT') return { isBought: true }
  return { problem: (ERROR_TEXTS[result.code] ?? m.buy_problem)() }
}

type NamedItem = Pick<PurchaseItem, 'id' | 'currency'> & { name: string }

/** Says what is worse in a quote than in the one that the page showed, and what to do. */
function describeChanges(
  seen: SeenQuote,
  { lines, coupon, obstacle }: Quote,
  { facts, items }: { facts: QuoteFacts; items: readonly NamedItem[] },
): string[] {
  // Why products cannot be bought together is shown by the form as long as it is so.
  if (obstacle !== null) return []
  const texts = lines.flatMap(({ id, price, partIds }) => {
    const before = seen.lines.find(line => line.id === id)
    const item = items.find(item => item.id === id)
    if (!before || !item) return []
    const isPartMissing = before.partIds?.some(partId => !partIds?.includes(partId)) ?? false
    if (isPartMissing) return m.buy_pack_changed({ name: item.name })
    if (price === before.price) return []
    const after = formatPrice(price, item.currency)
    const isChosen = facts.products.some(product => product.id === id && product.isPriceDynamic)
    return isChosen
      ? m.buy_minimum_changed({ name: item.name, price: after })
      : m.buy_price_changed({
          name: item.name,
          before: formatPrice(before.price, item.currency),
          after,
        })
  })
  const refusal = coupon?.refusal ? [COUPON_REFUSAL_TEXTS[coupon.refusal]()] : []
  return [...refusal, ...texts, m.buy_price_confirm()]
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
