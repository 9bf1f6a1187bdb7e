import { addDays, getStartOfDay, toLocalDay } from '#contract/core/time-zone.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'

/** An item of an order, as far as the right of withdrawal depends on it. */
export interface WithdrawableItem {
  id: number
  /** When the download became possible; null before. */
  deliveredAt: Date | null
  isDownloaded: boolean
  /** Whether the item's whole price was returned already. */
  isRefunded: boolean
  /** The days of the seller's guarantee, as the order keeps them; 0 without a guarantee. */
  guaranteeDays: number
}

const SATURDAY = 6
const SUNDAY = 0

/**
 * Computes the end of a withdrawal period, which is the first moment at which it is over. The day of the delivery does
 * not count, and the last day counts as a whole. A period whose last day is a Saturday or a Sunday ends with the next
 * Monday.
 * @param days the length of the period in calendar days
 * @param timeZone the IANA name of the buyer's time zone
 */
export function computePeriodEnd(deliveredAt: Date, days: number, timeZone: string): Date {
  let lastDay = addDays(toLocalDay(deliveredAt, timeZone), days)
  while (isWeekend(lastDay)) lastDay = addDays(lastDay, 1)
  return getStartOfDay(addDays(lastDay, 1), timeZone)
}

/**
 * Computes until when a buyer can return a delivered item without an answer of the seller: the end of the right of
 * withdrawal or of the seller's guarantee, whichever is later. A download can end the right, but never the guarantee.
 * @returns null if there is neither
 */
export function computeItemEnd(
  { isDownloaded, guaranteeDays }: Pick<WithdrawableItem, 'isDownloaded' | 'guaranteeDays'>,
  deliveredAt: Date,
  { days, scope }: WithdrawalTerms,
  timeZone: string,
): Date | null {
  const legalDays = scope === 'until_download' && isDownloaded ? 0 : days
  const longest = Math.max(legalDays, guaranteeDays)
  return longest === 0 ? null : computePeriodEnd(deliveredAt, longest, timeZone)
}

/**
 * Finds the items of which a buyer can withdraw at a moment. Items that were not delivered yet are among them.
 * @returns the items, and the moment at which the first of their periods ends; null if none has begun
 */
export function findWithdrawableItems<Item extends WithdrawableItem>(
  items: readonly Item[],
  terms: WithdrawalTerms,
  { timeZone, now }: { timeZone: string; now: Date },
): { items: Item[]; endsAt: Date | null } {
  const ends: Date[] = []
  const open = items.filter(item => {
    if (item.isRefunded) return false
    if (item.deliveredAt === null) return true
    const end = computeItemEnd(item, item.deliveredAt, terms, timeZone)
    if (end === null || end <= now) return false
    ends.push(end)
    return true
  })
  const first = Math.min(...ends.map(Number))
  return { items: open, endsAt: ends.length === 0 ? null : new Date(first) }
}

/**
 * Computes until when a seller has to answer: the end of the given number of working days after a moment.
 * @param days the number of days from Monday to Friday
 */
export function computeAnswerDue(askedAt: Date, days: number, timeZone: string): Date {
  let day = toLocalDay(askedAt, timeZone)
  for (let counted = 0; counted < days;) {
    day = addDays(day, 1)
    if (!isWeekend(day)) counted += 1
  }
  return getStartOfDay(addDays(day, 1), timeZone)
}

/** Tells whether a day such as `2026-11-21` is a Saturday or a Sunday. */
function isWeekend(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday === SATURDAY || weekday === SUNDAY
}
