import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { InvariantFinding } from '#contract/invariants.ts'
import { bytes, idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'

/** The results of the checks of the invariants. */
export const invariantChecks = pgTable(
  'invariant_checks',
  {
    id: idColumn(),
    at: timestampDefaultNow(),
    durationMs: integer().notNull(),
    findings: jsonb().$type<InvariantFinding[]>().notNull(),
    /** Whether all orders were examined. */
    isComplete: boolean().notNull().default(true),
  },
  table => [index().on(table.at)],
)

/** How often something happened lately, and the time of the last one; null if it has not happened. */
export interface StoredTally {
  count: number
  lastAt: string | null
}

/** What a process has done lately. Only the process itself knows it, so it reports it with its row. */
export interface ProcessActivity {
  provider: { answered: StoredTally; failed: StoredTally; isPaused: boolean }
  mail: { sent: StoredTally; refused: StoredTally; failed: StoredTally }
  delivery: { inTime: StoredTally; late: StoredTally }
}

/** The processes of the marketplace, one row for each start. A running process renews its row every few seconds. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  role: text({ enum: ['all', 'web', 'worker'] }).notNull(),
  host: text().notNull(),
  version: text().notNull(),
  startedAt: timestampDefaultNow(),
  seenAt: timestampDefaultNow(),
  /** When the process said that it ends; null while it runs, and if it ended without a word. */
  stoppedAt: timestamptz(),
  activity: jsonb().$type<ProcessActivity>().notNull(),
})

/**
 * The scripts and styles of the releases that run or ran until recently, so that a page of one release finds its files
 * in a process of another.
 */
export const releasedAssets = pgTable(
  'released_assets',
  {
    /** The file name below `/assets/`, which contains a digest of the content. */
    name: text().primaryKey(),
    /** The content, compressed with Brotli. */
    content: bytes().notNull(),
    /** When a process of a release with this file last said that it has it. */
    seenAt: timestampDefaultNow(),
  },
  table => [index().on(table.seenAt)],
)
