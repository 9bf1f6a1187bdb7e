import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import {
  type OrderRow,
  type PaymentRow,
  PRICE,
  USUAL_SITUATION,
  buildOrder,
  buildReportedPayment,
} from '#tools/payment-decisions/situations.ts'
import { type Step, decide } from './decide.ts'

/** One takes a tenth of a millisecond. */
const HISTORIES = 5000
const TIMEOUT_MS = 60_000

/** What can happen at the provider to a payment of each status. A part of a refund keeps the status. */
const NEXT: Record<string, string[]> = {
  pending: ['approved', 'rejected', 'cancelled'],
  in_process: ['approved', 'rejected', 'cancelled'],
  rejected: [],
  cancelled: ['approved'],
  approved: ['refunded', 'charged_back', 'in_mediation', 'partly refunded'],
  in_mediation: ['approved', 'refunded', 'charged_back'],
  refunded: [],
  charged_back: ['approved', 'lost'],
}

/** Up to three payments of one order: of the whole price, of other amounts, and two parts of one purchase. */
const payment = fc.record({
  amountMinor: fc.constantFrom(PRICE, PRICE, PRICE, 400, 600, 1500),
  isOfPurchase: fc.boolean(),
  status: fc.constantFrom('pending', 'in_process', 'approved', 'approved', 'rejected', 'cancelled'),
})
/** Changes at the provider, and the reads of what the provider says now, or said before. */
const action = fc.record({
  payment: fc.nat({ max: 2 }),
  change: fc.option(fc.nat({ max: 3 })),
  /** How many versions of the payment the read is late. */
  late: fc.constantFrom(0, 0, 0, 1, 2),
})
const history = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
  isExpired: fc.boolean(),
  actions: fc.array(action, { maxLength: 14 }),
})

/** An order with its payments in memory, to which decisions are applied. */
class OrderInMemory {
  order: OrderRow
  payments: PaymentRow[] = []
  hasOpenGrants = false
  deliveries = 0

  constructor(isExpired: boolean) {
    this.order = buildOrder({ state: isExpired ? 'expired' : 'open' })
  }

  read(payment: ProviderPayment): void {
    const situation = { ...USUAL_SITUATION, order: this.order, stored: this.payments, payment }
    for (const step of decide(situation).steps) this.carryOut(step, payment)
  }

  carryOut(step: Step, payment: ProviderPayment): void {
    switch (step.do) {
      case 'save': {
        const before = this.payments.find(({ id }) => id === payment.id)
        const { problem, refundDue } = step
        const row = {
          isPart: false,
          dismissedAt: null,
          ...before,
          ...payment,
          providerUpdatedAt: payment.updatedAt,
          problem,
          refundDue,
        } as unknown as PaymentRow
        this.payments = [row, ...this.payments.filter(({ id }) => id !== payment.id)]
        return
      }
      case 'save_parts':
        this.change(
          ({ isPart }) => isPart,
          row => ({ ...row, isPart: false, problem: 'another_amount' }),
        )
        this.change(
          ({ id }) => step.ids.includes(id),
          row => ({ ...row, isPart: true, problem: null, refundDue: false }),
        )
        return
      case 'mark_leftovers_due':
        this.change(
          ({ id, isPart, status }) => id !== step.paymentId && !isPart && status === 'approved',
          row => ({ ...row, refundDue: true }),
        )
        return
      case 'clear_refund_due':
        this.change(
          ({ id }) => id === step.paymentId,
          row => ({ ...row, refundDue: false }),
        )
        return
      case 'transition':
        this.order = { ...this.order, ...step.fields, state: step.to }
        return
      case 'send_to_review':
        if (this.order.state === 'open' || this.order.state === 'expired')
          this.order = { ...this.order, state: 'review', reviewReason: step.reason }
        return
      case 'deliver':
        this.deliveries += 1
        this.hasOpenGrants = true
        return
      case 'reopen_grants':
        this.hasOpenGrants = true
        return
      case 'close_grants':
        this.hasOpenGrants = false
        return
      default:
    }
  }

  change(isConcerned: (row: PaymentRow) => boolean, to: (row: PaymentRow) => PaymentRow): void {
    this.payments = this.payments.map(row => (isConcerned(row) ? to(row) : row))
  }
}

/** Payments at the provider, with all their former versions. */
class Provider {
  versions: ProviderPayment[][]
  clock = 0

  constructor(payments: { amountMinor: number; isOfPurchase: boolean; status: string }[]) {
    this.versions = payments.map(({ amountMinor, isOfPurchase, status }, index) => [
      buildReportedPayment(status, {
        id: String(index + 1),
        amountMinor,
        merchantOrderId: isOfPurchase ? '5' : null,
        updatedAt: this.tick(),
      }),
    ])
  }

  tick(): Date {
    this.clock += 1
    return new Date(Date.UTC(2026, 0, 1, 0, this.clock))
  }

  change(index: number, choice: number): void {
    const last = this.versions[index]!.at(-1)!
    const isLost = last.statusDetail === 'settled'
    const possible = isLost ? [] : NEXT[last.status]!
    const next = possible[choice % possible.length]
    if (next === undefined) return
    const fields: Partial<ProviderPayment> =
      next === 'lost'
        ? { statusDetail: 'settled' }
        : next === 'partly refunded'
          ? { refundedMinor: Math.min(last.refundedMinor + 1, last.amountMinor - 1) }
          : {
              status: next,
              ...(next === 'refunded' && { refundedMinor: last.amountMinor }),
            }
    this.versions[index]!.push({ ...last, ...fields, updatedAt: this.tick() })
  }
}

const isHeld = ({ status }: { status: string }) =>
  status === 'approved' || status === 'in_mediation'

test(
  'whatever happens to up to three payments, and whenever each is read, the buyer has the file if and only if the order is paid',
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(history, ({ payments, isExpired, actions }) => {
        const provider = new Provider(payments)
        const shop = new OrderInMemory(isExpired)
        for (const { payment, change, late } of actions) {
          const index = payment % payments.length
          if (change !== null) provider.change(index, change)
          const versions = provider.versions[index]!
          shop.read(versions.at(-1 - Math.min(late, versions.length - 1))!)
          expect(shop.hasOpenGrants).toBe(shop.order.state === 'approved')
        }
        // Every change is read in the end, by the reconciliations. A second round reads what the first one has changed.
        for (let round = 0; round < 2; round += 1)
          for (const versions of provider.versions) shop.read(versions.at(-1)!)

        const { state, approvedPaymentId } = shop.order
        const held = shop.payments.filter(isHeld)
        const whole = held.filter(({ amountMinor }) => amountMinor === PRICE)
        const paying = shop.payments.filter(({ id, isPart }) => isPart || id === approvedPaymentId)
        if (state === 'approved') {
          const paidMinor = sum(paying.filter(isHeld).map(({ amountMinor }) => amountMinor))
          expect(paidMinor, 'what pays for the file is held').toBeGreaterThan(0)
          expect(paidMinor, 'nothing is kept above the price').toBeLessThanOrEqual(PRICE)
        } else expect(whole, 'a held payment of the price delivers').toEqual([])
        const isPayable = state === 'open' || state === 'expired' || state === 'review'
        for (const row of held)
          if (row.status === 'approved' && !paying.includes(row))
            expect(
              row.refundDue || (isPayable && row.amountMinor < PRICE),
              'what the order does not need goes back, or waits for the rest',
            ).toBe(true)
        expect(shop.hasOpenGrants).toBe(state === 'approved')
      }),
      { numRuns: HISTORIES },
    )
  },
)
