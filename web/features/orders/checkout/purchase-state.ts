import type { Product } from '#contract/products/products.ts'
import type { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { OwnershipProof } from '#contract/orders/completion.ts'
import { hasCents, parseWholeAmount } from '#contract/core/parse-amount.ts'
import { type Quote, toSeen } from '#contract/prices/quote.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import type { OrderRequest, PurchaseOutcome, validateEmails } from './start-purchase.ts'

/** A field of the buy form: two fields for the email, and a price field for each product with a dynamic price. */
export type BuyField = `price-${number}` | 'email' | 'confirm_email'
export type FieldTexts = Partial<Record<BuyField, string>>

/** A product in the buy form. `price` is in whole units; for a dynamic price it is the minimum. */
export interface PurchaseItem {
  id: number
  price: number
  currency: Currency
  isPriceDynamic: boolean
  /** The offer that `price` is the price of, if there is one. */
  offer?: Product['offer']
  /** The product beside which this one was offered. */
  bumpOf?: number
  /** What the seller suggests for a dynamic price, in whole units; 0 and undefined are nothing. */
  suggestedPrice?: number
  /** The parts that the page shows, if the product is a pack. */
  pack?: { parts: readonly { id: number; price: number }[] } | null
  /** Set if the missing parts of the pack are bought: what proves that the buyer has the others. */
  completes?: OwnershipProof
}

/**
 * The payment for the order with the key `orderKey`. While it is being prepared, it has neither a link to the payment
 * page nor a problem.
 */
export interface PreparedPayment {
  orderKey: string
  link?: string
  problem?: string
  /** Set if the server refused the order because of a quote that the buyer had not seen: what is different in it. */
  changes?: readonly string[]
  /** Set if the email has bought one of the products from this browser, so that the buyer is asked first. */
  isBought?: true
}

export interface PurchaseState {
  /** The text that the buyer typed into each field. */
  values: FieldTexts
  /**
   * Whether the buyer has used the form. A form that is filled only with remembered emails must not prepare a payment,
   * because the buyer may just be reading the page.
   */
  isTouched: boolean
  /** Counts the edits of the purchase. A payment that was prepared before the latest edit must not be used. */
  revision: number
  /** The fields that the buyer has filled in and left. Their errors are shown. */
  leftFields: ReadonlySet<BuyField>
  /** The number of presses of the submit button. After the first one all errors are shown. */
  attempt: number
  /**
   * Whether the buyer pressed the button before the payment link was ready. The link is then followed as soon as it is
   * ready.
   */
  shouldFollowLink: boolean
  payment: PreparedPayment | undefined
  /** Whether the buyer has chosen to buy again what the email has bought. Another email is asked again. */
  buysAgain: boolean
}

export type PurchaseEvent =
  | { type: 'prefilled'; values: FieldTexts }
  | { type: 'touched' }
  | { type: 'edited'; field: BuyField; text: string }
  | { type: 'left'; field: BuyField }
  | { type: 'submitted' }
  | { type: 'buysAgain' }
  | { type: 'preparing'; orderKey: string }
  | { type: 'prepared'; orderKey: string; outcome: PurchaseOutcome }

export const initialPurchaseState = (values: FieldTexts = {}): PurchaseState => ({
  values,
  isTouched: false,
  revision: 0,
  leftFields: new Set(),
  attempt: 0,
  shouldFollowLink: false,
  payment: undefined,
  buysAgain: false,
})

export function purchaseReducer(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'prefilled':
      return {
        ...state,
        values: { ...event.values, ...withoutEmptyTexts(state.values) },
        revision: state.revision + 1,
      }
    case 'touched':
      return state.isTouched ? state : { ...state, isTouched: true }
    case 'edited':
      return {
        ...state,
        isTouched: true,
        values: { ...state.values, [event.field]: event.text },
        revision: state.revision + 1,
        shouldFollowLink: false,
        buysAgain: false,
      }
    case 'left':
      return state.values[event.field]
        ? { ...state, leftFields: new Set([...state.leftFields, event.field]) }
        : state
    case 'submitted':
      return {
        ...state,
        isTouched: true,
        attempt: state.attempt + 1,
        shouldFollowLink: true,
        // After a failure, a press of the button prepares the payment again.
        payment: hasFailed(state.payment) ? undefined : state.payment,
      }
    case 'buysAgain':
      return { ...state, buysAgain: true, revision: state.revision + 1, shouldFollowLink: true }
    case 'preparing':
      return { ...state, payment: { orderKey: event.orderKey } }
    case 'prepared':
      return {
        ...state,
        shouldFollowLink: state.shouldFollowLink && 'link' in event.outcome,
        payment: { orderKey: event.orderKey, ...event.outcome },
      }
  }
}

/** Tells whether a payment could not be prepared, so that the button must be pressed to try it again. */
export const hasFailed = (payment: PreparedPayment | undefined): boolean =>
  payment?.problem !== undefined ||
  payment?.changes !== undefined ||
  payment?.isBought !== undefined

const withoutEmptyTexts = (values: FieldTexts): FieldTexts =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))

export const getPriceFieldName = ({ id }: PurchaseItem): BuyField => `price-${id}`

/** Returns the texts of the price fields that sellers suggest. */
export const getSuggestedPrices = (items: readonly PurchaseItem[]): FieldTexts =>
  Object.fromEntries(
    items
      .filter(({ isPriceDynamic, suggestedPrice }) => isPriceDynamic && suggestedPrice)
      .map(item => [getPriceFieldName(item), String(item.suggestedPrice)]),
  )

/** Returns the price that the buyer typed for a product, in whole units; 0 if the text is not a price. */
export const readTypedPrice = (values: FieldTexts, item: PurchaseItem): number =>
  parseWholeAmount(values[getPriceFieldName(item)] ?? '') ?? 0

/** Lists the names of the form's fields from top to bottom. */
export const listFieldNames = (items: readonly PurchaseItem[]): BuyField[] => [
  ...items.filter(({ isPriceDynamic }) => isPriceDynamic).map(getPriceFieldName),
  'email',
  'confirm_email',
]

/** Returns a key of the order that the form describes. It changes with each edit and each change of the products. */
export function getOrderKey(
  { revision }: PurchaseState,
  items: readonly PurchaseItem[],
  couponCode?: string,
): string {
  return [revision, couponCode, ...items.map(({ id }) => id)].join()
}

/** Returns the products of the form as the server and `quote` take them, with the prices that were typed. */
export const listWanted = (items: readonly PurchaseItem[], values: FieldTexts) =>
  items.map(item => ({
    id: item.id,
    ...(item.completes && { completes: item.completes }),
    ...(item.bumpOf !== undefined && { bumpOf: item.bumpOf }),
    ...(item.isPriceDynamic && { dynamicPrice: readTypedPrice(values, item) }),
  }))

/** Returns the payment prepared for the current input, or undefined if the form or the products have changed since. */
export function getCurrentPayment(
  state: PurchaseState,
  items: readonly PurchaseItem[],
  couponCode?: string,
): PreparedPayment | undefined {
  return state.payment?.orderKey === getOrderKey(state, items, couponCode)
    ? state.payment
    : undefined
}

/**
 * Returns the error of a typed price, or undefined if it is valid.
 * @param minimum whole units. Source: specification, dynamic price.
 */
export function getPriceError(
  text: string,
  minimum: number,
  currency: Currency,
): string | undefined {
  if (hasCents(text)) return m.issue_cents()
  const price = parseWholeAmount(text)
  if (price === undefined) return m.issue_customer_price()
  if (price < minimum) return m.buy_price_low({ price: formatPrice(minimum, currency) })
  if (price > LIMITS.dynamicPrice.max)
    return m.buy_price_high({ price: formatPrice(LIMITS.dynamicPrice.max, currency) })
  return undefined
}

/**
 * Validates the form. Returns the errors, or the order if there are none.
 * @param checkEmails validates the email fields; undefined while its code is still being loaded, which allows no order
 * @param quoted what the form shows that the order costs
 */
export function validatePurchase(
  { values, buysAgain }: PurchaseState,
  items: readonly PurchaseItem[],
  checkEmails: typeof validateEmails | undefined,
  quoted: Quote,
): { errors: FieldTexts; arePricesValid: boolean; order: OrderRequest | undefined } {
  const priceErrors: FieldTexts = {}
  for (const item of items) {
    const error =
      item.isPriceDynamic &&
      getPriceError(values[getPriceFieldName(item)] ?? '', item.price, item.currency)
    if (error) priceErrors[getPriceFieldName(item)] = error
  }
  const arePricesValid = Object.keys(priceErrors).length === 0
  const { email = '', confirm_email = '' } = values
  const emails = checkEmails?.({ email, confirm_email })
  if (!emails) return { errors: priceErrors, arePricesValid, order: undefined }
  if ('errors' in emails)
    return { errors: { ...priceErrors, ...emails.errors }, arePricesValid, order: undefined }
  const isComplete = items.length > 0 && arePricesValid
  return {
    errors: priceErrors,
    arePricesValid,
    order: isComplete
      ? {
          products: listWanted(items, values),
          payerEmail: emails.payerEmail,
          ...(quoted.coupon?.refusal === null && { coupon: quoted.coupon.code }),
          seen: toSeen(quoted),
          ...(buysAgain && { buyAgain: true }),
        }
      : undefined,
  }
}

/**
 * Filters the errors that are shown: all of them after the button was pressed, before that only those of fields that
 * were left.
 */
export function getVisibleErrors(
  { attempt, leftFields }: PurchaseState,
  errors: FieldTexts,
): FieldTexts {
  if (attempt > 0) return errors
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => leftFields.has(field as BuyField)),
  )
}
