import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import {
  discardUnsentDrafts,
  findUnsentDraft,
  readUnsentText,
  subscribeToUnsentDrafts,
} from '#web/features/products/working-copies/unsent-changes.ts'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Shows a link to what was typed for a new product, if only this browser has it since the network was down. */
export function DraftBanner() {
  const sellerId = useSellerId()
  const text = useSyncExternalStore(
    subscribeToUnsentDrafts,
    () => readUnsentText(sellerId),
    () => null,
  )
  if (text === null) return null
  const name = String(findUnsentDraft(sellerId)?.fields.name ?? '').trim()
  return (
    <Banner
      tone="info"
      title={name ? m.draft_named({ name }) : m.draft_unnamed()}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton size="small" to={paths.createProduct()}>
            {m.draft_continue()}
          </LinkButton>
          <Button kind="ghost" size="small" onClick={() => discardUnsentDrafts(sellerId)}>
            {m.draft_discard()}
          </Button>
        </span>
      }
    >
      {m.draft_text()}
    </Banner>
  )
}
