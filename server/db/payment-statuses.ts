/** The statuses that the provider reports for one attempt to pay. */
export const PAYMENT_STATUSES = [
  'pending',
  'in_process',
  'authorized',
  'approved',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
  'in_mediation',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The statuses of a payment whose money the seller has, although a buyer may be complaining. */
export const HELD_STATUSES = ['approved', 'in_mediation'] as const satisfies PaymentStatus[]

/** The statuses of a payment whose money the seller has or had. */
export const RECEIVED_STATUSES = [
  ...HELD_STATUSES,
  'refunded',
  'charged_back',
] as const satisfies PaymentStatus[]

/** The statuses of an attempt to pay that can still become an approved payment. */
export const PENDING_STATUSES = [
  'pending',
  'in_process',
  'authorized',
] as const satisfies PaymentStatus[]
