import type { StatementSection } from '#contract/sales/statements.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

/** A row of a statement, with its amount in minor units as the seller's gain; what is deducted is negative. */
export interface StatementRow {
  kind: 'amount' | 'total' | 'note'
  label: string
  /** What the row means, if its label does not tell. */
  hint?: string
  minor: number
}

/**
 * Lists the rows of a section. Those of the kind `amount` add up to the total. Rows that are zero are left out, except
 * the usual ones.
 * @param releasedUntil the statement's day, as it is shown
 */
export function listStatementRows(
  section: StatementSection,
  releasedUntil: string,
  locale: Locale,
): StatementRow[] {
  const o = { locale }
  const amount = (label: string, minor: number, hint?: string): StatementRow => ({
    kind: 'amount',
    label,
    // Zero stays 0, since −0 would be shown with a minus.
    minor: minor || 0,
    ...(hint !== undefined && { hint }),
  })
  const unlessZero = (row: StatementRow) => (row.minor === 0 ? [] : [row])
  return [
    amount(m.statement_gross({}, o), section.grossMinor),
    ...unlessZero(amount(m.statement_discount({}, o), -section.discountMinor)),
    amount(m.statement_commission({}, o), -section.commissionMinor),
    ...unlessZero(
      amount(
        m.statement_other_payments({}, o),
        section.otherPaymentsMinor,
        m.statement_other_payments_hint({}, o),
      ),
    ),
    amount(m.statement_provider_fee({}, o), -section.providerFeeMinor),
    ...unlessZero(amount(m.statement_refunded({}, o), -section.refundedMinor)),
    ...unlessZero(amount(m.statement_charged_back({}, o), -section.chargedBackMinor)),
    ...unlessZero(amount(m.statement_commission_returned({}, o), section.commissionReturnedMinor)),
    { kind: 'total', label: m.statement_net({}, o), minor: section.netMinor },
    ...unlessZero({
      kind: 'note',
      label: m.statement_difference({}, o),
      hint: m.statement_difference_hint({}, o),
      minor: section.commissionDifferenceMinor,
    }),
    {
      kind: 'note',
      label: m.statement_released({ date: releasedUntil }, o),
      minor: section.releasedMinor,
    },
    { kind: 'note', label: m.statement_to_release({}, o), minor: section.toReleaseMinor },
  ]
}
