import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { listProductFiles } from '#contract/files/product-files.ts'
import { type WorkingCopy, getWorkingCopy } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { useRead, setRead } from '#web/api/query.ts'
import {
  type UnsentChanges,
  findUnsentDraft,
} from '#web/features/products/working-copies/unsent-changes.ts'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/create-product'
import { ProductEditor } from '#web/features/products/editor/product-editor.tsx'
import { StoredProductEditor } from '#web/features/products/editor/stored-product-editor.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.create_title(), { hidden: true })

/** A new product, of which the server knows nothing yet. */
const NEW_DRAFT: WorkingCopy = {
  id: 0,
  isDraft: true,
  fields: {},
  changes: [],
  version: 0,
  imageFile: null,
  previews: [],
  files: { count: 0, refusedCount: 0 },
  pack: null,
  hasBuyers: false,
  publishAt: null,
  savedAt: null,
}
const NEW_DRAFT_QUERY = { data: NEW_DRAFT, currentData: NEW_DRAFT, refetch: () => undefined }

/**
 * The page on which a seller prepares a product and publishes it. What is typed is saved by itself as a draft, which
 * the address names as soon as there is one. Source: specification, product create.
 */
export default function CreateProductPage() {
  const [search] = useSearchParams()
  const address = search.get('draft')
  const id = address === null ? 'new' : parseId(address)
  const { key, isNew, draftId, noteCreated } = useOpenForm(id)
  return (
    <div className="grid min-w-0 gap-6">
      {draftId === undefined ? (
        <DraftMissing />
      ) : (
        <DraftLoader key={key} id={draftId} isNew={isNew} onCreated={noteCreated} />
      )}
    </div>
  )
}

/**
 * Tells which form is open. The form of a new product stays the same while it gets the address of its draft, so that
 * the focus and what is being typed stay too. Any other change of the address opens another form.
 * @param id the id of the draft in the address; undefined if there is none, `new` without a draft
 */
function useOpenForm(id: number | 'new' | undefined) {
  const [open, setOpen] = useState({ key: 0, id, createdId: 0 })
  let current = open
  if (id !== open.id) {
    const isSameForm = open.id === 'new' && id === open.createdId
    current = isSameForm ? { ...open, id } : { key: open.key + 1, id, createdId: 0 }
    setOpen(current)
  }
  const { key, createdId } = current
  return {
    key,
    isNew: id === 'new' || createdId > 0,
    draftId: createdId > 0 ? createdId : id,
    noteCreated: (draft: WorkingCopy) => setOpen(before => ({ ...before, createdId: draft.id })),
  }
}

function DraftHeader({ isNew, isPack }: { isNew: boolean; isPack: boolean }) {
  const title = isPack ? m.draft_pack_title : isNew ? m.create_title : m.draft_title
  return (
    <header>
      <h1 className="text-title">{title()}</h1>
      <p className="mt-2.5 text-soft">{isNew ? m.create_lead() : m.draft_lead()}</p>
    </header>
  )
}

function DraftLoader({
  id,
  isNew,
  onCreated,
}: {
  id: number | 'new'
  isNew: boolean
  onCreated: (draft: WorkingCopy) => void
}) {
  const query = useRead(getWorkingCopy, id === 'new' ? skipToken : { params: { id } })
  const sellerId = useSellerId()
  const isHydrated = useHydrated()
  const [wasNew] = useState(id === 'new')
  const unsent = useMemo(
    () => (wasNew && isHydrated ? findUnsentDraft(sellerId) : undefined),
    [wasNew, isHydrated, sellerId],
  )
  // The form stays on the page meanwhile, so its data are there before it gets the address of its draft.
  const open = (draft: WorkingCopy) => {
    const input = { params: { id: draft.id } }
    setRead(getWorkingCopy, input, draft)
    if (draft.files.count === 0) setRead(listProductFiles, input, { files: [] })
    onCreated(draft)
  }
  return (
    <Loaded<WorkingCopy>
      query={id === 'new' ? NEW_DRAFT_QUERY : query}
      skeleton={
        <>
          <DraftHeader isNew={isNew} isPack={false} />
          <Skeleton className="h-96 rounded-panel" />
        </>
      }
      missing={<DraftMissing />}
    >
      {draft => (
        <>
          <DraftHeader isNew={isNew} isPack={draft.pack !== null} />
          <Draft
            key={unsent?.key ?? 'blank'}
            draft={draft}
            isNew={wasNew}
            unsent={unsent}
            onCreated={open}
          />
        </>
      )}
    </Loaded>
  )
}

/** The form of a draft. That of a product that was published meanwhile has another address. */
function Draft({
  draft,
  isNew,
  unsent,
  onCreated,
}: {
  draft: WorkingCopy
  isNew: boolean
  unsent: UnsentChanges | undefined
  onCreated: (draft: WorkingCopy) => void
}) {
  // While this form publishes the draft, it stays until the list of products is opened.
  const [isDraft] = useState(draft.isDraft)
  if (!isDraft) return <Navigate to={paths.editProduct(draft.id)} replace />
  if (!isNew) return <StoredProductEditor copy={draft} isDraft />
  return <ProductEditor copy={draft} isDraft unsent={unsent} onCreated={onCreated} />
}

function DraftMissing() {
  return (
    <EmptyState
      art="emptyRack"
      title={m.draft_gone()}
      action={<LinkButton to={paths.dashboardProducts()}>{m.products_back()}</LinkButton>}
    >
      {m.draft_gone_text()}
    </EmptyState>
  )
}
