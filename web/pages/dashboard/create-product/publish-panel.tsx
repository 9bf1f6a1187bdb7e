import { type Draft, type DraftProblem, scheduleDraft } from '#contract/catalog/drafts.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { FILES_ID } from '#web/features/catalog/files-id.ts'
import { ADD_PART_ID } from '#web/features/catalog/packs/pack-parts.tsx'
import type { SaveState } from '#web/features/catalog/drafts/draft-saver.ts'
import { formatDateTime, formatTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { describeSaveFailure } from './describe-save-failure.ts'
import { DraftScheduleForm } from './schedule-form.tsx'

/** The names of what a draft can lack, in the sequence of the page. */
const PROBLEM_NAMES: Record<DraftProblem, () => string> = {
  name: m.create_name,
  description: m.create_description,
  points: m.create_points,
  about: m.create_about,
  videoUrl: m.create_video,
  categoryId: m.create_category,
  subcategoryId: m.create_subcategory,
  price: m.create_price,
  suggestedPrice: m.create_suggested_price,
  offerPrice: m.create_offer_price,
  offerUntil: m.create_offer_until,
  isPriceDynamic: m.create_dynamic,
  guaranteeDays: m.create_guarantee,
  product_file: m.files_title,
  parts: m.pack_parts,
  image_file: m.create_image,
}

const sortProblems = (problems: readonly DraftProblem[]): DraftProblem[] =>
  (Object.keys(PROBLEM_NAMES) as DraftProblem[]).filter(name => problems.includes(name))

/** Says what a draft lacks, and publishes it at once or on a date. */
export function PublishPanel({
  draft,
  problems,
  saveState,
  isWaiting,
  isPublishing,
  onPublish,
  save,
}: {
  draft: Draft
  problems: readonly DraftProblem[]
  saveState: SaveState
  /** Whether the product is published once its files are uploaded. */
  isWaiting: boolean
  isPublishing: boolean
  /** Called with the first thing that is missing; undefined if nothing is. */
  onPublish: (firstProblem: DraftProblem | undefined) => void
  /** Saves what was typed. Returns whether it was saved. */
  save: () => Promise<boolean>
}) {
  const sorted = sortProblems(problems)
  const isComplete = sorted.length === 0
  return (
    <Card panel className="grid min-w-0 gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-2">
        <h2 className="text-[1.35rem]">{m.draft_publish_title()}</h2>
        <SaveStatus state={saveState} />
      </div>
      {isComplete ? (
        <p className="text-soft">{m.draft_complete()}</p>
      ) : (
        <div>
          <p id="draft-missing" className="font-semibold">
            {m.draft_missing()}
          </p>
          <ul aria-labelledby="draft-missing" className="mt-1 flex flex-wrap gap-x-5">
            {sorted.map(problem => (
              <li key={problem}>
                <button
                  type="button"
                  className="link min-h-11 min-w-11 text-left"
                  onClick={() => focusProblem(problem)}
                >
                  {PROBLEM_NAMES[problem]()}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button
        className="w-full sm:w-auto sm:justify-self-start"
        pending={isPublishing}
        aria-disabled={isComplete || isPublishing ? undefined : true}
        onClick={() => !isPublishing && onPublish(sorted[0])}
      >
        {m.create_submit()}
      </Button>
      <output className="text-small text-soft empty:hidden">
        {isWaiting && m.draft_uploading()}
      </output>
      {draft.publishAt !== null && <ScheduledBanner id={draft.id} publishAt={draft.publishAt} />}
      {draft.publishAt === null && isComplete && (
        <DraftScheduleForm draftId={draft.id} save={save} />
      )}
    </Card>
  )
}

/** Moves the focus to what a draft lacks. */
export function focusProblem(problem: DraftProblem): void {
  const target = document.querySelector<HTMLElement>(getSelector(problem))
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

function getSelector(problem: DraftProblem): string {
  if (problem === 'product_file') return `#${FILES_ID} input[type=file]`
  return problem === 'parts' ? `#${ADD_PART_ID}` : `[name="${CSS.escape(problem)}"]`
}

function SaveStatus({ state }: { state: SaveState }) {
  return (
    <output
      className={cx('figures text-small', state.status === 'failed' ? 'text-bad' : 'text-soft')}
    >
      {describeState(state)}
    </output>
  )
}

function describeState(state: SaveState): string {
  switch (state.status) {
    case 'saving':
      return m.draft_saving()
    case 'saved':
      return m.draft_saved({ time: formatTime(state.savedAt, getDeviceTimeZone()) })
    case 'failed':
      return describeSaveFailure(state.code)
    case 'new':
      return ''
  }
}

/** Says when the draft is published by itself, with a button that takes the time back. */
function ScheduledBanner({ id, publishAt }: { id: number; publishAt: string }) {
  const [schedule, { isLoading }] = useWrite(scheduleDraft)
  const unschedule = async () => {
    const { error } = await schedule({ params: { id }, body: { publishAt: null } })
    if (error) showFailureToast(m.draft_schedule_failed(), error)
    else showToast('success', m.draft_unscheduled())
  }
  return (
    <Banner
      tone="info"
      title={m.draft_scheduled_for({ date: formatDateTime(publishAt, getDeviceTimeZone()) })}
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
