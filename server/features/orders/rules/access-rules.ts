import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { AccessClosing } from '#contract/sales/access.ts'
import type { OrderRow } from './rows.ts'

type AccessState = Pick<OrderRow, 'state' | 'heldAt' | 'approvedAt' | 'accessClosedAt'>

/**
 * How long after the payment a seller can close the downloads. MercadoPago refunds no payment that is older than 180
 * days, and a buyer without the files must have time to get the money back.
 */
const CLOSABLE_DAYS = 150
/** Downloads that are still closed so long after the payment are opened, before no refund is possible any more. */
export const OPENED_AFTER_DAYS = 170

/**
 * Tells whether a seller can close the downloads of an order now. A hold has closed them already, and after an admin
 * has opened them they stay open.
 */
export function canCloseAccess(
  { state, heldAt, approvedAt, accessClosedAt }: AccessState,
  { wasOpenedByAdmin, now }: { wasOpenedByAdmin: boolean; now: Date },
): boolean {
  if (state !== 'approved' || heldAt !== null || accessClosedAt !== null) return false
  if (approvedAt === null || wasOpenedByAdmin) return false
  return now.getTime() - approvedAt.getTime() < CLOSABLE_DAYS * DAY_MS
}

/** Tells whether the delivery mail of an order can be sent again, so that its links open the files. */
export const canResendDelivery = ({
  state,
  heldAt,
  accessClosedAt,
}: Pick<AccessState, 'state' | 'heldAt' | 'accessClosedAt'>): boolean =>
  state === 'approved' && heldAt === null && accessClosedAt === null

/** Tells whether the downloads of a file are closed: the seller closes all of an order, the scanner infected files. */
export const isFileClosed = (
  { accessClosedAt, accessClosedBy }: Pick<OrderRow, 'accessClosedAt' | 'accessClosedBy'>,
  { isInfected }: { isInfected: boolean },
): boolean => accessClosedAt !== null && (accessClosedBy !== 'scanner' || isInfected)

export const serializeAccessClosing = ({
  accessClosedAt,
  accessClosedReason,
  accessClosedBy,
}: Pick<
  OrderRow,
  'accessClosedAt' | 'accessClosedReason' | 'accessClosedBy'
>): AccessClosing | null =>
  accessClosedAt && {
    at: accessClosedAt.toISOString(),
    reason: accessClosedReason ?? '',
    by: accessClosedBy ?? 'seller',
  }

/** Returns the expiry date of a download grant that is created or renewed now. */
export const createGrantTerms = () => ({
  expiresAt: new Date(Date.now() + LIMITS.grantDays * DAY_MS),
})
