import type { DraftHead } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { DeleteProductButton } from '#web/features/products/delete-product-button.tsx'
import { getDraftPath } from '#web/features/products/working-copies/draft-path.ts'
import { formatDateTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { FilePen } from '#web/ui/icons/file-pen.tsx'

const getName = ({ name }: DraftHead) => name.trim() || m.draft_nameless()

/** The drafts of the seller, with what becomes of each. */
export function DraftList({
  drafts,
  onDeleted,
}: {
  drafts: readonly DraftHead[]
  onDeleted: () => void
}) {
  return (
    <section aria-labelledby="drafts" className="grid gap-3">
      <h2 id="drafts" className="text-[1.35rem]">
        {m.drafts_title()}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {drafts.map(draft => (
          <li
            key={draft.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed border-edge/60 bg-card px-4 py-3"
          >
            <FilePen aria-hidden size={20} className="shrink-0 text-soft" />
            <div className="min-w-0 flex-1 basis-52">
              <h3 className="text-base font-[650] tracking-normal [overflow-wrap:anywhere]">
                {getName(draft)}
              </h3>
              <p className="figures text-small text-soft">{describe(draft)}</p>
            </div>
            <span className="flex items-center gap-1.5">
              <LinkButton kind="ghost" size="small" to={getDraftPath(draft.id)}>
                {m.draft_continue()}
                <span className="sr-only"> {getName(draft)}</span>
              </LinkButton>
              <DeleteProductButton
                product={{ id: draft.id, name: getName(draft) }}
                text={m.draft_delete_text()}
                onDeleted={onDeleted}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe(draft: DraftHead): string {
  const zone = getDeviceTimeZone()
  if (draft.publishAt !== null)
    return m.draft_scheduled_for({ date: formatDateTime(draft.publishAt, zone) })
  const saved = m.draft_saved_on({ date: formatDateTime(draft.savedAt ?? '', zone) })
  const count = draft.problems.length
  return `${saved} · ${count === 0 ? m.draft_ready() : m.draft_lacks({ count })}`
}
