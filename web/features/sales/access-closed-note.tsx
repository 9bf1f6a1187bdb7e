import type { AccessClosing } from '#contract/sales/access.ts'
import * as m from '#messages'
import { formatDateTime } from '#web/i18n/format.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Tells since when and why downloads of an order are closed. */
export function AccessClosedNote({ closing: { at, reason, by } }: { closing: AccessClosing }) {
  const date = formatDateTime(at)
  return (
    <Banner tone="warn">
      {by === 'scanner'
        ? m.access_closed_infected({ date, signature: reason })
        : m.access_closed_since({ date, reason })}
    </Banner>
  )
}
