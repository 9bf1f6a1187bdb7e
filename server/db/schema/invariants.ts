import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { InvariantFinding } from '#contract/admin/invariants.ts'
import { idColumn, timestampDefaultNow } from '../columns.ts'

/** The results of the checks of the invariants. */
export const invariantChecks = pgTable(
  'invariant_checks',
  {
    id: idColumn(),
    at: timestampDefaultNow(),
    durationMs: integer().notNull(),
    findings: jsonb().$type<InvariantFinding[]>().notNull(),
  },
  table => [index().on(table.at)],
)
