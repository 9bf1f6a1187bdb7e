import { CalendarClock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Draft, DraftProblem } from '#contract/catalog/drafts.ts'
import * as m from '#messages'
import { catalogApi } from '#web/features/catalog/api.ts'
import { FILES_ID } from '#web/features/catalog/files-id.ts'
import type { SaveState } from '#web/features/catalog/drafts/draft-saver.ts'
import { formatDateTime, formatTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The names of what a draft can lack, in the sequence of the page. */
const PROBLEM_NAMES: Record<DraftProblem, () => string> = {
  name: m.create_name,
  description: m.create_description,
  points: m.create_points,
  about: m.create_about,
  categoryId: m.create_category,
  subcategoryId: m.create_subcategory,
  price: m.create_price,
  suggestedPrice: m.create_suggested_price,
  isPriceDynamic: m.create_dynamic,
  guaranteeDays: m.create_guarantee,
  image_file: m.create_image,
  product_file: m.files_title,
}

const sortProblems = (problems: readonly DraftProblem[]): DraftProblem[] =>
  (Object.keys(PROBLEM_NAMES) as DraftProblem[]).filter(name => problems.includes(name))

/** Says what a draft lacks, and publishes it at once or on a date. */
export function PublishPanel({
  draft,
  problems,
  saveState,
  isPublishing,
  onPublish,
  onSchedule,
}: {
  draft: Draft
  problems: readonly DraftProblem[]
  saveState: SaveState
  isPublishing: boolean
  onPublish: () => void
  /** Saves what was typed before a time is set. Returns whether it was saved. */
  onSchedule: () => Promise<boolean>
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
                  className="link min-h-11 text-left"
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
        onClick={() => (isComplete ? onPublish() : focusProblem(sorted[0]!))}
      >
        {m.create_submit()}
      </Button>
      {(isComplete || draft.publishAt !== null) && (
        <Schedule draft={draft} onSchedule={onSchedule} />
      )}
    </Card>
  )
}

/** Moves the focus to what a draft lacks. */
function focusProblem(problem: DraftProblem): void {
  const target =
    problem === 'product_file'
      ? document.querySelector<HTMLElement>(`#${FILES_ID} input[type=file]`)
      : document.querySelector<HTMLElement>(`[name="${CSS.escape(problem)}"]`)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

function SaveStatus({ state }: { state: SaveState }) {
  return (
    <p role="status" className="figures text-small text-soft">
      {state.status === 'saving' && m.draft_saving()}
      {state.status === 'saved' &&
        m.draft_saved({ time: formatTime(state.savedAt, getDeviceTimeZone()) })}
      {state.status === 'failed' && <span className="text-bad">{m.draft_not_saved()}</span>}
    </p>
  )
}

/** Sets the time at which the draft is published by itself, or takes it back. */
function Schedule({ draft, onSchedule }: { draft: Draft; onSchedule: () => Promise<boolean> }) {
  const [schedule, { isLoading }] = catalogApi.useScheduleDraftMutation()
  const [error, setError] = useState<string>()

  const set = async (publishAt: string | null) => {
    if (!(await onSchedule())) return showToast('error', m.draft_not_saved())
    const result = await schedule({ params: { id: draft.id }, body: { publishAt } })
    if (!result.error) {
      setError(undefined)
      return showToast('success', publishAt === null ? m.draft_unscheduled() : m.draft_scheduled())
    }
    const failure = result.error
    const issue = 'issues' in failure ? failure.issues?.[0]?.message : undefined
    if (issue) setError(issue)
    else showFailureToast(m.draft_schedule_failed(), failure)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('publishAt')
    const time = new Date(typeof typed === 'string' ? typed : '')
    if (Number.isNaN(time.getTime())) setError(m.draft_schedule_empty())
    else void set(time.toISOString())
  }

  if (draft.publishAt !== null)
    return (
      <Banner
        tone="info"
        title={m.draft_scheduled_for({
          date: formatDateTime(draft.publishAt, getDeviceTimeZone()),
        })}
        action={
          <Button kind="ghost" size="small" pending={isLoading} onClick={() => void set(null)}>
            {m.draft_unschedule()}
          </Button>
        }
      >
        {m.draft_scheduled_text()}
      </Banner>
    )
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-x-4 gap-y-3 border-t border-line pt-5 sm:grid-cols-[minmax(0,18rem)_auto] sm:justify-start"
    >
      <Field
        type="datetime-local"
        name="publishAt"
        label={m.draft_schedule()}
        hint={m.draft_schedule_hint()}
        error={error}
      />
      <Button
        type="submit"
        kind="ghost"
        className="sm:mt-7"
        pending={isLoading}
        icon={<CalendarClock aria-hidden size={18} />}
      >
        {m.draft_schedule_go()}
      </Button>
    </form>
  )
}
