import { useEffect, useSyncExternalStore } from 'react'
import type { OwnProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import {
  type DraftKey,
  readDraft,
  deleteDraft,
  deletePublishedDraft,
  isDraftUploading,
  subscribeToDrafts,
  readDraftText,
} from '#web/features/catalog/product-form/draft.ts'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/**
 * Shows a link to the draft of a new product, if the seller has one that is neither on its way nor published.
 * @param products the products of the seller; undefined while they are loading
 */
export function DraftBanner({ products }: { products: readonly OwnProduct[] | undefined }) {
  const key: DraftKey = `${useSellerId()}/new`
  const storedText = useSyncExternalStore(
    subscribeToDrafts,
    () => (isDraftUploading(key) ? null : readDraftText(key)),
    () => null,
  )
  useEffect(() => {
    if (storedText !== null && products) deletePublishedDraft(key, products)
  }, [key, products, storedText])
  if (storedText === null) return null
  const name = readDraft(key)?.form.name?.trim()
  return (
    <Banner
      tone="info"
      title={name ? m.draft_named({ name }) : m.draft_unnamed()}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton size="small" to={paths.createProduct()}>
            {m.draft_continue()}
          </LinkButton>
          <Button kind="ghost" size="small" onClick={() => deleteDraft(key)}>
            {m.draft_discard()}
          </Button>
        </span>
      }
    >
      {m.draft_text()}
    </Banner>
  )
}
