import { createHash } from 'node:crypto'
import type { StatementSection } from '#contract/sales/statements.ts'

/** What the digest of a final statement covers. */
export interface DigestedStatement {
  sellerId: number
  month: string
  closedUntil: Date
  sections: readonly StatementSection[]
}

/** Computes the SHA-256 of a final statement in hexadecimal: of its text in UTF-8. */
export const digestStatement = (statement: DigestedStatement): string =>
  createHash('sha256').update(writeDigestedText(statement)).digest('hex')

/**
 * Writes the text whose digest a final statement has: its seller, month and time of closing in one line, and each
 * amount in a line, sorted by currency and name. The guide for sellers describes it, and the invariant
 * `statement_digest` builds it once more in SQL.
 */
export function writeDigestedText({
  sellerId,
  month,
  closedUntil,
  sections,
}: DigestedStatement): string {
  const amounts = sections.flatMap(({ currency, ...section }) =>
    Object.entries(section).map(([name, value]) => `${currency} ${name} ${value}`),
  )
  return [`${sellerId} ${month} ${closedUntil.toISOString()}`, ...amounts.sort()].join('\n')
}
