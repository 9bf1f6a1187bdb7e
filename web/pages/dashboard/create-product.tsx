import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listProductFiles } from '#contract/catalog/product-files.ts'
import { type Draft, getDraft } from '#contract/catalog/drafts.ts'
import * as m from '#messages'
import { useRead, setRead } from '#web/api/query.ts'
import { findUnsentDraft } from '#web/features/catalog/drafts/unsent-drafts.ts'
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
import { DraftEditor } from './create-product/draft-editor.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.create_title(), { hidden: true })

/** A new product, of which the server knows nothing yet. */
const NEW_DRAFT: Draft = {
  id: 0,
  fields: {},
  version: 0,
  imageFile: null,
  previews: [],
  files: { count: 0, refusedCount: 0 },
  pack: null,
  publishAt: null,
  savedAt: '',
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
      <header>
        <h1 className="text-title">{isNew ? m.create_title() : m.draft_title()}</h1>
        <p className="mt-2.5 text-soft">{isNew ? m.create_lead() : m.draft_lead()}</p>
      </header>
      {draftId === undefined ? (
        <DraftMissing />
      ) : (
        <DraftLoader key={key} id={draftId} onCreated={noteCreated} />
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
    noteCreated: (draft: Draft) => setOpen(before => ({ ...before, createdId: draft.id })),
  }
}

function DraftLoader({ id, onCreated }: { id: number | 'new'; onCreated: (draft: Draft) => void }) {
  const query = useRead(getDraft, id === 'new' ? skipToken : { params: { id } })
  const sellerId = useSellerId()
  const isHydrated = useHydrated()
  const [isNew] = useState(id === 'new')
  const unsent = useMemo(
    () => (isNew && isHydrated ? findUnsentDraft(sellerId) : undefined),
    [isNew, isHydrated, sellerId],
  )
  // The form stays on the page meanwhile, so its data are there before it gets the address of its draft.
  const open = (draft: Draft) => {
    const input = { params: { id: draft.id } }
    setRead(getDraft, input, draft)
    if (draft.files.count === 0) setRead(listProductFiles, input, { files: [] })
    onCreated(draft)
  }
  return (
    <Loaded<Draft>
      query={id === 'new' ? NEW_DRAFT_QUERY : query}
      skeleton={<Skeleton className="h-96 rounded-panel" />}
      missing={<DraftMissing />}
    >
      {draft => (
        <DraftEditor key={unsent?.key ?? 'blank'} draft={draft} unsent={unsent} onCreated={open} />
      )}
    </Loaded>
  )
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
