import { useState } from 'react'
import {
  type Changeable,
  type ProductProblem,
  type WorkingCopy,
  cancelSchedule,
  discardChanges,
} from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { FILES_ID } from '#web/features/files/files-id.ts'
import { ADD_PART_ID } from '#web/features/prices/pack-parts.tsx'
import { formatDateTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { PART_NAMES, sortNames } from '../form/part-names.ts'
import { PreviewButton, type PreviewOpening } from './preview-button.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** Says what a product lacks or what was changed of it, takes changes back, and plans the publication. */
export function PublishPanel({
  copy,
  isDraft,
  changes,
  problems,
  onDiscarded,
  save,
  preview,
}: {
  copy: WorkingCopy
  isDraft: boolean
  /** The fields whose unpublished value differs from the published one. */
  changes: readonly Changeable[]
  /** What is missing, in the sequence of the page. */
  problems: readonly ProductProblem[]
  onDiscarded: (copy: WorkingCopy) => void
  /** Saves what was typed. Returns whether it was saved. */
  save: () => Promise<boolean>
  /** Undefined while there is nothing to be seen. */
  preview: PreviewOpening | undefined
}) {
  const isComplete = problems.length === 0
  const isUnchanged = !isDraft && changes.length === 0
  return (
    <Card panel className="grid min-w-0 gap-5">
      <h2 className="text-[1.35rem]">
        {isDraft || isUnchanged ? m.draft_publish_title() : m.edit_unpublished()}
      </h2>
      {!isDraft && <Changes changes={changes} />}
      {isComplete && isDraft && <p className="text-soft">{m.draft_complete()}</p>}
      {!isComplete && (
        <div>
          <p id="draft-missing" className="font-semibold">
            {m.draft_missing()}
          </p>
          <ul aria-labelledby="draft-missing" className="mt-1 flex flex-wrap gap-x-5">
            {problems.map(problem => (
              <li key={problem}>
                <button
                  type="button"
                  className="link min-h-11 min-w-11 text-left"
                  onClick={() => focusProblem(problem)}
                >
                  {PART_NAMES[problem]()}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {/* Wider screens have it in the bar. */}
      {preview && <PreviewButton preview={preview} className="sm:hidden" />}
      {!isDraft && !isUnchanged && (
        <div>
          <DiscardButton id={copy.id} save={save} onDiscarded={onDiscarded} />
        </div>
      )}
      {copy.publishAt !== null && <ScheduledBanner copy={copy} publishAt={copy.publishAt} />}
      {copy.publishAt === null && isComplete && !isUnchanged && (
        <ScheduleForm productId={copy.id} save={save} />
      )}
    </Card>
  )
}

/** Names what differs from what buyers see. */
function Changes({ changes }: { changes: readonly Changeable[] }) {
  if (changes.length === 0) return <p className="text-soft">{m.edit_unchanged()}</p>
  return (
    <div>
      <p className="text-soft">{m.edit_unpublished_text()}</p>
      <p id="changes" className="mt-3 font-semibold">
        {m.edit_changed()}
      </p>
      <ul aria-labelledby="changes" className="mt-1.5 flex flex-wrap gap-1.5">
        {sortNames(changes).map(name => (
          <li key={name}>
            <Chip>{PART_NAMES[name]()}</Chip>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A button that takes the changes of a published product back after a dialog has asked for confirmation. */
function DiscardButton({
  id,
  save,
  onDiscarded,
}: {
  id: number
  save: () => Promise<boolean>
  onDiscarded: (copy: WorkingCopy) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [discard, { isLoading }] = useWrite(discardChanges)
  const confirm = async () => {
    // What was typed last is not saved afterwards.
    await save()
    const { data, error } = await discard({ params: { id } })
    setIsOpen(false)
    if (error) return showFailureToast(m.edit_discard_failed(), error)
    showToast('success', m.edit_discarded())
    onDiscarded(data)
  }
  return (
    <>
      <Button kind="ghost" className="w-full sm:w-auto" onClick={() => setIsOpen(true)}>
        {m.edit_discard()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.edit_discard_title()}
        description={m.edit_discard_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.edit_discard()}
        pending={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  )
}

/** Moves the focus to what a product lacks. */
export function focusProblem(problem: ProductProblem): void {
  const target = document.querySelector<HTMLElement>(getSelector(problem))
  // What is optional may be in a closed row.
  target?.closest('details')?.setAttribute('open', '')
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

function getSelector(problem: ProductProblem): string {
  if (problem === 'product_file') return `#${FILES_ID} input[type=file]`
  if (problem === 'parts') return `#${ADD_PART_ID}`
  const name = CSS.escape(problem)
  return `[name="${name}"], [data-field="${name}"]`
}

/** Says when the product is published by itself, with a button that takes the time back. */
function ScheduledBanner({
  copy: { id, isDraft },
  publishAt,
}: {
  copy: WorkingCopy
  publishAt: string
}) {
  const [cancel, { isLoading }] = useWrite(cancelSchedule)
  const date = formatDateTime(publishAt, getDeviceTimeZone())
  const unschedule = async () => {
    const { error } = await cancel({ params: { id } })
    if (error) showFailureToast(m.draft_schedule_failed(), error)
    else showToast('success', m.draft_unscheduled())
  }
  return (
    <Banner
      tone="info"
      title={isDraft ? m.draft_scheduled_for({ date }) : m.edit_scheduled_for({ date })}
      action={
        <Button kind="ghost" size="small" pending={isLoading} onClick={() => void unschedule()}>
          {m.draft_unschedule()}
        </Button>
      }
    >
      {m.draft_scheduled_text()}
    </Banner>
  )
}
