import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { getWorkingCopy } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { setRead, useRead } from '#web/api/query.ts'
import { StoredProductEditor } from '#web/features/products/editor/stored-product-editor.tsx'
import { deleteUnsent } from '#web/features/products/working-copies/unsent-changes.ts'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/edit-product'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.edit_title(), { hidden: true })

/**
 * The page on which a seller changes a published product. Buyers see the changes once they are published. An invalid id
 * in the URL shows a toast. Source: specification, route table.
 */
export default function EditProductPage() {
  const id = parseId(useParams()['id'])
  useEffect(() => {
    if (id === undefined) showToast('error', m.edit_no_id(), { id: 'no-id' })
  }, [id])
  return (
    <div className="grid min-w-0 gap-6">
      <header>
        <h1 className="text-title">{m.edit_title()}</h1>
        <p className="mt-2.5 text-soft">{m.edit_lead()}</p>
      </header>
      {id === undefined ? <ProductMissing /> : <Loader key={id} id={id} />}
    </div>
  )
}

function Loader({ id }: { id: number }) {
  const query = useRead(getWorkingCopy, { params: { id } })
  const sellerId = useSellerId()
  // A form whose changes were taken back begins anew.
  const [round, setRound] = useState(0)
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />} missing={<ProductMissing />}>
      {copy => (
        <StoredProductEditor
          key={round}
          copy={copy}
          isDraft={false}
          onDiscarded={published => {
            setRead(getWorkingCopy, { params: { id } }, published)
            deleteUnsent(sellerId, String(id))
            setRound(round + 1)
          }}
        />
      )}
    </Loaded>
  )
}

function ProductMissing() {
  return (
    <EmptyState
      art="emptyRack"
      title={m.edit_gone()}
      action={<LinkButton to={paths.dashboardProducts()}>{m.products_back()}</LinkButton>}
    >
      {m.edit_gone_text()}
    </EmptyState>
  )
}

function EditorSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-96 rounded-panel" />
      <Skeleton className="h-64 rounded-panel" />
    </div>
  )
}
