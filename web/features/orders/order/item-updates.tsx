import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { formatShortDate } from '#web/i18n/format.ts'

/** How many notes are shown before the others are folded. */
const SHOWN = 2

type Updates = Order['items'][number]['updates']

/** Lists what the seller wrote about changes of the files since the order, the newest first. */
export function ItemUpdates({ updates, timeZone }: { updates: Updates; timeZone: string }) {
  if (updates.length === 0) return null
  const older = updates.slice(SHOWN)
  return (
    <div className="rounded-card bg-tint/60 px-4 py-3 text-small">
      <h3 className="text-small font-semibold tracking-normal">{m.order_updates_title()}</h3>
      <UpdateList updates={updates.slice(0, SHOWN)} timeZone={timeZone} />
      {older.length > 0 && (
        <details className="mt-1.5">
          <summary className="touch-area cursor-pointer font-semibold">
            {m.order_updates_older({ count: older.length })}
          </summary>
          <UpdateList updates={older} timeZone={timeZone} />
        </details>
      )}
    </div>
  )
}

function UpdateList({ updates, timeZone }: { updates: Updates; timeZone: string }) {
  return (
    <ul className="mt-1.5 grid gap-2">
      {updates.map(({ at, note }) => (
        <li key={at + note}>
          <span className="figures block text-soft">{formatShortDate(at, timeZone)}</span>
          <span className="block [overflow-wrap:anywhere] whitespace-pre-line">{note}</span>
        </li>
      ))}
    </ul>
  )
}
