import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentStatus } from '#server/db/payment-statuses.ts'
import { ORDER_TRANSITIONS, type OrderState } from './payment-state.ts'

/** The statuses to which the provider can change a payment. Source: the provider's facts, payment. */
const PROVIDER_CHANGES: Partial<Record<PaymentStatus, PaymentStatus[]>> = {
  pending: ['in_process', 'approved', 'rejected', 'cancelled'],
  in_process: ['approved', 'rejected', 'cancelled'],
  authorized: ['approved', 'rejected', 'cancelled'],
  // The provider can approve a payment late.
  cancelled: ['approved'],
  approved: ['refunded', 'charged_back', 'in_mediation'],
  in_mediation: ['approved', 'refunded', 'charged_back'],
  charged_back: ['approved', 'refunded'],
}

/** The state that the order of a payment must end in. */
const FINAL_STATE: Record<PaymentStatus, OrderState> = {
  pending: 'open',
  in_process: 'open',
  authorized: 'open',
  rejected: 'open',
  cancelled: 'open',
  approved: 'approved',
  in_mediation: 'approved',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/** The history of a payment at the provider, from its first status on. */
const history = fc
  .tuple(
    fc.constantFrom<PaymentStatus>('pending', 'in_process', 'authorized', 'approved', 'rejected'),
    fc.array(fc.nat(), { maxLength: 8 }),
  )
  .map(([first, choices]) => {
    const statuses = [first]
    for (const choice of choices) {
      const changes = PROVIDER_CHANGES[statuses.at(-1)!] ?? []
      if (changes.length > 0) statuses.push(changes[choice % changes.length]!)
    }
    return statuses
  })

/**
 * The statuses that are read on events: each status of the history is read never, once or several times, but the last
 * one at least once. A reading that is older than the stored one is discarded before these rules apply.
 */
const readings = history.chain(statuses =>
  fc
    .array(fc.nat({ max: 3 }), { minLength: statuses.length, maxLength: statuses.length })
    .map(counts =>
      statuses.flatMap((status, index) =>
        Array.from<PaymentStatus>({
          length: index === statuses.length - 1 ? counts[index]! + 1 : counts[index]!,
        }).fill(status),
      ),
    ),
)

test.each(['open', 'expired', 'review'] as const)(
  'an order that is %s ends in the provider’s truth, whatever was read of its payment and how often',
  initialState => {
    fc.assert(
      fc.property(readings, statuses => {
        const state = statuses.reduce<OrderState>(
          (current, status) => ORDER_TRANSITIONS[current][status] ?? current,
          initialState,
        )

        const truth = FINAL_STATE[statuses.at(-1)!]
        expect(state).toBe(truth === 'open' ? initialState : truth)
      }),
      { numRuns: 10_000 },
    )
  },
)
