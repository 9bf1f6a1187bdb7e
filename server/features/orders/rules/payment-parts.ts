import { sum } from '#contract/core/sum.ts'
import type { PaymentStatus } from '#server/db/payment-statuses.ts'

/** A payment that may be one of several that together pay an order. Amounts are in minor units. */
export interface PossiblePart {
  id: string
  status: PaymentStatus
  /** How the payment differs from its order; a part differs only in its amount. */
  problem: string | null
  amountMinor: number
  refundedMinor: number
  /** The provider's merchant order, which groups the payments of one purchase. */
  merchantOrderId: string | null
}

/** Tells whether a payment is smaller than its order, so that another payment can add what is missing. */
export function mayBePart(payment: PossiblePart, totalMinor: number): boolean {
  return (
    payment.problem === 'another_amount' &&
    payment.merchantOrderId !== null &&
    payment.amountMinor < totalMinor
  )
}

/** Tells whether the seller has the whole amount of a payment. */
function isKept({ status, refundedMinor }: PossiblePart): boolean {
  return (status === 'approved' || status === 'in_mediation') && refundedMinor === 0
}

/** The number of possible parts above which no parts are looked for. */
const MAX_PARTS = 10

/**
 * Finds the payments that together are exactly the total of their order, such as a purchase with two cards: all of them
 * belong to the merchant order of `payment`, agree with the order in everything but the amount, and were approved. If
 * more was paid, they are some of them, and as few as possible.
 * @returns undefined while a part is missing
 */
export function findPartsOfTotal<P extends PossiblePart>(
  payment: P,
  payments: readonly P[],
  totalMinor: number,
): P[] | undefined {
  const parts = payments.filter(
    part =>
      mayBePart(part, totalMinor) &&
      isKept(part) &&
      part.merchantOrderId === payment.merchantOrderId,
  )
  if (parts.length > MAX_PARTS) return undefined
  const sets = Array.from({ length: 2 ** parts.length }, (_, bits) =>
    parts.filter((_part, index) => Math.floor(bits / 2 ** index) % 2 === 1),
  )
  return sets
    .filter(
      set => set.includes(payment) && sum(set.map(({ amountMinor }) => amountMinor)) === totalMinor,
    )
    .toSorted((a, b) => a.length - b.length)[0]
}

/**
 * The statuses of parts from the one that decides for all of them to the one that decides only if all parts have it.
 */
const DECISIVE_STATUSES: readonly PaymentStatus[] = [
  'charged_back',
  'in_mediation',
  'approved',
  'refunded',
]

/**
 * Derives the status of an order's payment from its parts: one part that was charged back closes the order, and it is
 * refunded once all parts are.
 */
export function combineStatuses(statuses: readonly PaymentStatus[]): PaymentStatus {
  return DECISIVE_STATUSES.find(status => statuses.includes(status)) ?? 'in_process'
}

/**
 * Finds the part of an order's total whose chargeback decides how the order is shown: one that is not decided yet comes
 * before one that the seller has lost.
 */
export function findDisputedPart<
  P extends { status: string; statusDetail: string | null; isPart: boolean },
>(attempts: readonly P[]): P | undefined {
  const disputed = attempts.filter(({ isPart, status }) => isPart && status === 'charged_back')
  return disputed.find(({ statusDetail }) => statusDetail !== 'settled') ?? disputed[0]
}
