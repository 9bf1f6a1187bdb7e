import { index, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { timestampDefaultNow, bigIdColumn, timestamptz } from '../columns.ts'

/**
 * Webhook events of the payment provider. An event is stored before the request is answered with 200; a job processes
 * it later.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigIdColumn(),
    topic: text().notNull(),
    dataId: text().notNull(),
    action: text().notNull(),
    requestId: text().notNull(),
    /** The HMAC by which the provider signed the event. */
    signature: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: timestampDefaultNow(),
    processedAt: timestamptz(),
    outcome: text(),
  },
  table => [
    unique().on(table.topic, table.dataId, table.action, table.requestId),
    uniqueIndex('webhook_events_signature').on(table.signature),
    index().on(table.processedAt),
  ],
)
