import type { Currency } from '#contract/core/fields.ts'
import { calculateReturnedCommission, splitByShare } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { LEDGER_ACCOUNTS, LEDGER_KINDS } from '#server/db/schema/index.ts'
import { RECEIVED_STATUSES } from '#server/db/payment-statuses.ts'
import { findReportedReturn } from '../reported-return.ts'
import { toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** A movement of `amountMinor` minor units, which is always positive, from one account to another. */
export interface LedgerMovement {
  kind: LedgerKind
  fromAccount: LedgerAccount
  toAccount: LedgerAccount
  amountMinor: number
}

/** A refund of a payment as the provider has reported it. */
export interface ReportedRefund {
  /** The provider's id of the refund. */
  id: string
  amountMinor: number
  /** When the refund was made, by the provider's clock; null if the provider does not report it. */
  madeAt: Date | null
}

/** A movement that the ledger does not have yet, with the refund that caused it; null if no refund is reported. */
export interface NewMovement extends LedgerMovement {
  refund: ReportedRefund | null
}

/**
 * What the ledger says about a payment, in minor units. Each balance is the sum of the entries of its kinds, and is
 * negative if they moved more in the opposite direction.
 */
export interface LedgerBalances {
  /** From the buyer to the seller. */
  payment: number
  /** The agreed commission, from the seller to the marketplace. */
  commission: number
  /** How much less commission than agreed the provider deducted; negative if it deducted more. */
  commissionDifference: number
  /** The part of the agreed commission that the marketplace returned to the seller. */
  commissionReturned: number
  /** The fee that the provider kept. */
  providerFee: number
  /** What the seller returned to the buyer. */
  refund: number
  /** What the buyer's bank took back from the seller. */
  chargeback: number
}

/**
 * A payment as the provider last reported it, with what its order says about the commission. Amounts in minor units.
 */
export interface BookedPayment {
  status: string
  currency: Currency
  amountMinor: number
  refundedMinor: number
  providerFeeMinor: number | null
  /** The commission that the provider deducted; null until the provider has reported it. */
  applicationFeeMinor: number | null
  /** The part of the commission that the provider returned with refunds; null if it does not report it. */
  returnedApplicationFeeMinor: number | null
  /**
   * Whether the payment is on the terms of its order, or was accepted for it, so that the order's commission is due.
   */
  isOnTerms: boolean
  items: readonly { priceMinor: number; sellerShareMinor: number }[]
}

/** One of several payments that together paid an order. */
export type BookedPart = Omit<BookedPayment, 'isOnTerms' | 'items' | 'currency'>

const NO_BALANCES: LedgerBalances = {
  payment: 0,
  commission: 0,
  commissionDifference: 0,
  commissionReturned: 0,
  providerFee: 0,
  refund: 0,
  chargeback: 0,
}

/** The accounts and the kinds of the entries behind each balance: of those that increase it, and that decrease it. */
const MOVEMENTS: Record<
  keyof LedgerBalances,
  { from: LedgerAccount; to: LedgerAccount; kind: LedgerKind; decreaseKind?: LedgerKind }
> = {
  payment: { from: 'buyer', to: 'seller', kind: 'payment' },
  commission: { from: 'seller', to: 'marketplace', kind: 'commission' },
  commissionDifference: { from: 'marketplace', to: 'seller', kind: 'commission_difference' },
  providerFee: {
    from: 'seller',
    to: 'provider',
    kind: 'provider_fee',
    decreaseKind: 'provider_fee_returned',
  },
  refund: { from: 'seller', to: 'buyer', kind: 'refund' },
  chargeback: {
    from: 'seller',
    to: 'buyer',
    kind: 'chargeback',
    decreaseKind: 'chargeback_reversed',
  },
  commissionReturned: { from: 'marketplace', to: 'seller', kind: 'commission_returned' },
}
const BALANCE_NAMES = Object.keys(MOVEMENTS) as (keyof LedgerBalances)[]

const MONEY_MOVED: ReadonlySet<string> = new Set(RECEIVED_STATUSES)

/**
 * Computes what the ledger must say about a payment. A payment that brought no money has no balances. The commission
 * that went back is what the provider reports, or else in proportion to what went back to the buyer, as the seller's
 * sales show it.
 */
export function computeBalances(payment: BookedPayment): LedgerBalances {
  const status = toPaymentStatus(payment.status)
  if (!MONEY_MOVED.has(status)) return NO_BALANCES
  const { currency, amountMinor, refundedMinor, applicationFeeMinor, isOnTerms, items } = payment
  const shares = isOnTerms
    ? items
    : [{ priceMinor: amountMinor, sellerShareMinor: amountMinor - (applicationFeeMinor ?? 0) }]
  const commission = sum(shares.map(item => item.priceMinor - item.sellerShareMinor))
  const chargeback = status === 'charged_back' ? amountMinor - refundedMinor : 0
  return {
    payment: amountMinor,
    commission,
    commissionDifference: applicationFeeMinor === null ? 0 : commission - applicationFeeMinor,
    commissionReturned:
      findReportedReturn([payment]) ??
      computeReturnedCommission(shares, refundedMinor + chargeback, currency),
    providerFee: payment.providerFeeMinor ?? 0,
    refund: refundedMinor,
    chargeback,
  }
}

/**
 * Computes what the ledger must say about each part of an order's total. The order's commission is split by the amounts
 * of the parts, and a returned commission that the provider does not report of each part is split so that the parts add
 * up to what the order's items show.
 */
export function computeBalancesOfParts(
  parts: readonly BookedPart[],
  { items, currency }: Pick<BookedPayment, 'items' | 'currency'>,
): LedgerBalances[] {
  const agreedMinor = sum(items.map(item => item.priceMinor - item.sellerShareMinor))
  const commissions = splitByShare(
    agreedMinor,
    parts.map(({ amountMinor }) => amountMinor),
    currency,
  )
  const isReported = findReportedReturn(parts) !== null
  let returnedMinor = 0
  return parts.map((part, index) => {
    const balances = computeBalances({ ...part, isOnTerms: true, items, currency })
    if (balances.payment === 0) return balances
    const commission = commissions[index]!
    const before = computeReturnedCommission(items, returnedMinor, currency)
    returnedMinor += balances.refund + balances.chargeback
    return {
      ...balances,
      commission,
      commissionDifference:
        part.applicationFeeMinor === null ? 0 : commission - part.applicationFeeMinor,
      commissionReturned: isReported
        ? balances.commissionReturned
        : computeReturnedCommission(items, returnedMinor, currency) - before,
    }
  })
}

function computeReturnedCommission(
  items: BookedPayment['items'],
  returnedMinor: number,
  currency: string,
): number {
  const parts = splitByShare(
    returnedMinor,
    items.map(({ priceMinor }) => priceMinor),
    currency,
  )
  return sum(
    items.map((item, index) =>
      item.priceMinor === 0
        ? 0
        : calculateReturnedCommission({ ...item, refundedMinor: parts[index]!, currency }),
    ),
  )
}

/** Adds up the entries of a payment. */
export function sumEntries(entries: readonly LedgerMovement[]): LedgerBalances {
  const balances = { ...NO_BALANCES }
  for (const name of BALANCE_NAMES) {
    const { from, kind, decreaseKind } = MOVEMENTS[name]
    balances[name] = sum(
      entries
        .filter(entry => entry.kind === kind || entry.kind === decreaseKind)
        .map(({ fromAccount, amountMinor }) => (fromAccount === from ? amountMinor : -amountMinor)),
    )
  }
  return balances
}

/**
 * Computes the movements that change the balances of a payment from `booked` to `wanted`: none if they are equal. Each
 * refund is a movement of its own, and so is what the marketplace and the provider return with it, so that all of it is
 * booked by the time of the refund.
 * @param refunds the reported refunds that no movement names yet, oldest first
 */
export function computeMovements(
  wanted: LedgerBalances,
  booked: LedgerBalances,
  { refunds, currency }: { refunds: readonly ReportedRefund[]; currency: string },
): NewMovement[] {
  const change = (name: keyof LedgerBalances) => wanted[name] - booked[name]
  const refunded = splitRefunded(change('refund'), refunds)
  const named = refunded.filter(({ refund }) => refund !== null)
  const unnamedMinor = sum(refunded.map(part => (part.refund === null ? part.amountMinor : 0)))
  const takenBack = [...named, ...withoutRefund(unnamedMinor + Math.max(change('chargeback'), 0))]
  const split = (name: keyof LedgerBalances): MovementPart[] => {
    const isIncrease = change(name) > 0
    if (name === 'refund' && isIncrease) return refunded
    const isReturned =
      (name === 'commissionReturned' && isIncrease) || (name === 'providerFee' && !isIncrease)
    return isReturned && takenBack.length > 0
      ? splitOver(takenBack, Math.abs(change(name)), currency)
      : withoutRefund(Math.abs(change(name)))
  }
  return BALANCE_NAMES.flatMap(name => {
    const { from, to, kind, decreaseKind } = MOVEMENTS[name]
    const direction =
      change(name) > 0
        ? { kind, fromAccount: from, toAccount: to }
        : { kind: decreaseKind ?? kind, fromAccount: to, toAccount: from }
    return split(name).map(part => ({ ...direction, ...part }))
  })
}

type MovementPart = Pick<NewMovement, 'refund' | 'amountMinor'>

const withoutRefund = (amountMinor: number): MovementPart[] =>
  amountMinor === 0 ? [] : [{ refund: null, amountMinor }]

/**
 * Splits a refunded amount into the refunds that made it. If they are more than the amount, the oldest were booked
 * before the provider reported them one by one. What they do not explain is a part without a refund.
 */
function splitRefunded(refundedMinor: number, refunds: readonly ReportedRefund[]): MovementPart[] {
  if (refundedMinor <= 0) return []
  let restMinor = refundedMinor
  const parts = refunds.toReversed().map(refund => {
    const amountMinor = Math.min(refund.amountMinor, restMinor)
    restMinor -= amountMinor
    return { refund, amountMinor }
  })
  return [
    ...parts.toReversed().filter(({ amountMinor }) => amountMinor > 0),
    ...withoutRefund(restMinor),
  ]
}

/** Splits an amount in proportion to what went back to the buyer. */
function splitOver(
  takenBack: readonly MovementPart[],
  amountMinor: number,
  currency: string,
): MovementPart[] {
  const shares = splitByShare(
    amountMinor,
    takenBack.map(part => part.amountMinor),
    currency,
  )
  return takenBack
    .map(({ refund }, index) => ({ refund, amountMinor: shares[index]! }))
    .filter(part => part.amountMinor > 0)
}
