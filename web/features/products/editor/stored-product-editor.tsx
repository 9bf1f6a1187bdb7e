import { useMemo, useState } from 'react'
import type { WorkingCopy } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { compareUnsent, findUnsent } from '#web/features/products/working-copies/unsent-changes.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ProductEditor } from './product-editor.tsx'

/**
 * The form of a draft or a product that the server has, with what only this browser has of it. Where it was changed
 * elsewhere meanwhile, the newer change is shown, and a banner says so.
 * @param isDraft whether the product was not published when the page was opened
 */
export function StoredProductEditor({
  copy,
  isDraft,
  onDiscarded,
}: {
  copy: WorkingCopy
  isDraft: boolean
  onDiscarded?: (copy: WorkingCopy) => void
}) {
  const sellerId = useSellerId()
  const [stored] = useState(copy)
  const { unsaved, isOutdated } = useMemo(
    () => compareUnsent(findUnsent(sellerId, stored.id), stored.fields),
    [sellerId, stored],
  )
  return (
    <>
      {isOutdated && <Banner tone="info">{m.draft_changed_elsewhere()}</Banner>}
      <ProductEditor
        copy={copy}
        isDraft={isDraft}
        typed={unsaved}
        {...(onDiscarded && { onDiscarded })}
      />
    </>
  )
}
