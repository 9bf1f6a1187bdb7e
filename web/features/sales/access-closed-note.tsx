import type { AccessClosing } from '#contract/sales/access.ts'
import * as m from '#messages'
import { formatDateTime } from '#web/i18n/format.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Tells since when and why a seller keeps the downloads of an order closed. */
export function AccessClosedNote({ closing: { at, reason } }: { closing: AccessClosing }) {
  return <Banner tone="warn">{m.access_closed_since({ date: formatDateTime(at), reason })}</Banner>
}
