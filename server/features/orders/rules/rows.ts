import type { orders, payments } from '#server/db/schema/index.ts'

/** An order and a payment, as the database keeps them. */
export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect
