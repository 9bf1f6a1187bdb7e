import type { Currency } from '#contract/core/fields.ts'
import { sum } from '#contract/core/sum.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { PaymentDifference } from '#contract/reconciliation.ts'
import type { Db } from '#server/db/client.ts'
import type { PaymentRow } from '#server/features/orders/rules/rows.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { comparePayment, computeKept } from './compare.ts'
import { findChangedPayments, findStoredPayments, saveReport } from './report-queries.ts'

/** At most this many differences of an account are stored. */
const MAX_DIFFERENCES = 100
/** The provider's search can be late by this time, so newer payments of ours do not count as extra. */
const SEARCH_DELAY_MS = HOUR_MS

/** Collects the report of one reconciliation: the provider's payments beside ours. */
export function createReport({
  sellerId,
  collectorId,
  from,
  to,
}: {
  sellerId: number
  collectorId: string
  from: Date
  to: Date
}) {
  const providerIds: string[] = []
  const differences: PaymentDifference[] = []
  let providerKeptMinor = 0
  let currency: Currency | undefined
  return {
    /** Adds a page of the provider's payments, before they are applied. `stored` are ours among them. */
    addPage(payments: readonly ProviderPayment[], stored: ReadonlyMap<string, PaymentRow>) {
      for (const payment of payments) {
        const own = stored.get(payment.id)
        // A payment without our commission that we do not know belongs to another shop of the seller.
        if (!own && (payment.applicationFeeMinor ?? 0) <= 0) continue
        providerIds.push(payment.id)
        providerKeptMinor += computeKept(payment)
        currency ??= payment.currency
        for (const kind of comparePayment(payment, own))
          differences.push({ paymentId: payment.id, kind })
      }
    },
    /** Stores the report after the payments were applied, unless no payment changed. */
    async save(db: Db): Promise<void> {
      const before = new Date(to.getTime() - SEARCH_DELAY_MS)
      const listed = new Set(providerIds)
      const changed = await findChangedPayments(db, { sellerId, collectorId, from, before })
      for (const { id } of changed)
        if (!listed.has(id)) differences.push({ paymentId: id, kind: 'extra' })
      const extra = changed.filter(({ id }) => !listed.has(id))
      currency ??= extra[0]?.currency
      if (currency === undefined) return
      const own = [...(await findStoredPayments(db, providerIds)).values(), ...extra]
      await saveReport(db, {
        sellerId,
        periodFrom: from,
        periodTo: to,
        currency,
        providerCount: providerIds.length,
        providerKeptMinor,
        ownCount: own.length,
        ownKeptMinor: sum(own.map(computeKept)),
        differences: differences.slice(0, MAX_DIFFERENCES),
      })
    },
  }
}
