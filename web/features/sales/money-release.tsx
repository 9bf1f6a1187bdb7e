import { useState } from 'react'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { formatShortDate } from '#web/i18n/format.ts'

/** Tells when the seller can use the money of a paid sale. Shows nothing for sales that are not paid. */
export function MoneyRelease({
  sale: { state, moneyReleaseAt },
}: {
  sale: Pick<Sale, 'state' | 'moneyReleaseAt'>
}) {
  const [now] = useState(() => Date.now())
  if (state !== 'approved') return null
  return (
    <span className="figures block text-tiny text-soft">
      {moneyReleaseAt === null
        ? m.desk_release_unknown()
        : Date.parse(moneyReleaseAt) > now
          ? m.desk_release_on({ date: formatShortDate(moneyReleaseAt) })
          : m.desk_release_since({ date: formatShortDate(moneyReleaseAt) })}
    </span>
  )
}
