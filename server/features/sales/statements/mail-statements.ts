import { formatLocalTime } from '#contract/core/time-zone.ts'
import { addMonths, getMonth, toLocalMonth } from '#contract/sales/months.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { findPaidSellers } from './close-queries.ts'
import { getStatement } from './statement.ts'

/** When the statement of the month before is mailed, as day and hour: later than the last day, it is no news. */
const FIRST_TIME = '02 09'
const LAST_TIME = '08 23'

const BATCH_SIZE = 200

/**
 * Notifies sellers of their statement of the month before, on the morning of the second day, or within a week if no
 * server ran then. A seller without a sale in that month is not. The notification has a key by seller and month, so
 * that it is sent once, also over restarts.
 */
export async function mailStatements(
  context: Pick<Context, 'db' | 'notify'>,
  now = new Date(),
): Promise<void> {
  const time = formatLocalTime(now).slice(8, 13)
  if (time < FIRST_TIME || time > LAST_TIME) return
  const month = addMonths(toLocalMonth(now), -1)
  const dedupeKey = `statement:${month}`
  for (let after = 0; ;) {
    const sellers = await findPaidSellers(context.db, {
      month: getMonth(month),
      dedupeKey,
      after,
      limit: BATCH_SIZE,
    })
    for (const sellerId of sellers) await notifySeller(context, { sellerId, month, dedupeKey })
    if (sellers.length < BATCH_SIZE) return
    after = sellers.at(-1)!
  }
}

async function notifySeller(
  context: Pick<Context, 'db' | 'notify'>,
  { sellerId, month, dedupeKey }: { sellerId: number; month: string; dedupeKey: string },
): Promise<void> {
  const { finalAt, sections } = await getStatement(context, sellerId, month)
  if (sections.every(({ saleCount }) => saleCount === 0)) return
  await runTransaction(context.db, tx =>
    context.notify(tx, sellerId, {
      kind: 'statement',
      dedupeKey,
      data: {
        month,
        isFinal: finalAt !== null,
        results: sections.map(({ currency, saleCount, netMinor }) => ({
          currency,
          saleCount,
          netMinor,
        })),
      },
    }),
  )
}
