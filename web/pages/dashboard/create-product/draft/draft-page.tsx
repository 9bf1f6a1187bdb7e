import * as m from '#messages'
import { catalogApi } from '#web/features/catalog/api.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DraftEditor } from './draft-editor.tsx'

/**
 * The page on which a seller prepares a product before it is published. What is typed is saved by itself.
 * @param id the id of the draft; undefined if the address has none
 */
export default function DraftPage({ id }: { id: number | undefined }) {
  return (
    <div className="grid min-w-0 gap-6">
      <header>
        <h1 className="text-title">{m.draft_title()}</h1>
        <p className="mt-2.5 text-soft">{m.draft_lead()}</p>
      </header>
      {id === undefined ? <DraftMissing /> : <DraftLoader key={id} id={id} />}
    </div>
  )
}

function DraftLoader({ id }: { id: number }) {
  const query = catalogApi.useDraftQuery({ params: { id } })
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton className="h-96 rounded-panel" />}
      missing={<DraftMissing />}
    >
      {draft => <DraftEditor draft={draft} />}
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
