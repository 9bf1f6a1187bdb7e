import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { getOwnProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { readUnsavedEdit, type EditKey } from '#web/features/catalog/product-form/unsaved-edit.ts'
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
import { EditForm } from './edit-product-form.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.edit_title(), { hidden: true })

/**
 * The page on which a seller edits a product. An invalid id in the URL shows a toast. Source: specification, route
 * table.
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
      {id === undefined ? <ProductMissing /> : <Editor key={id} id={id} />}
    </div>
  )
}

function Editor({ id }: { id: number }) {
  const query = useRead(getOwnProduct, { params: { id } })
  const key: EditKey = `${useSellerId()}/${id}`
  const isLoaded = query.currentData !== undefined
  const unsaved = useMemo(() => (isLoaded ? readUnsavedEdit(key) : undefined), [isLoaded, key])
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />} missing={<ProductMissing />}>
      {product => <EditForm product={product} editKey={key} unsaved={unsaved} />}
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
