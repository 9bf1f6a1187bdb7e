import type { ProductProblem } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import type { SaveState } from '#web/features/products/working-copies/saver.ts'
import { formatTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { describeSaveFailure } from './describe-save-failure.ts'
import { PreviewButton, PreviewCoverButton, type PreviewOpening } from './preview-button.tsx'
import { focusProblem } from './publish-panel.tsx'

/** A bar at the edge of the screen with the product as it grows, whether it is saved, what it lacks, and the button. */
export function PublishBar({
  name,
  price,
  coverUrl,
  isDraft,
  isUnchanged,
  problems,
  saveState,
  stage,
  isUploading,
  preview,
  onPublish,
}: {
  name: string
  /** The price in words; empty without one. */
  price: string
  coverUrl: string | undefined
  isDraft: boolean
  /** Whether nothing differs from what buyers see. */
  isUnchanged: boolean
  /** What is missing, in the sequence of the page. */
  problems: readonly ProductProblem[]
  saveState: SaveState
  /** Set while the product is published: `waiting` until its files are uploaded. */
  stage: 'waiting' | 'publishing' | undefined
  isUploading: boolean
  /** Undefined while there is nothing to be seen. */
  preview: PreviewOpening | undefined
  /** Called with the first thing that is missing; undefined if nothing is. */
  onPublish: (firstProblem: ProductProblem | undefined) => void
}) {
  const [first] = problems
  const isReady = first === undefined && !isUnchanged
  return (
    <div className="publish-bar sticky bottom-3 z-10 flex items-center gap-3 rounded-panel border border-line bg-card p-2.5 pl-3 shadow-lift">
      <div className="relative w-10 shrink-0 lg:hidden">
        <Cover src={coverUrl ?? ''} alt="" title={name} sizes="40px" />
        {preview && <PreviewCoverButton preview={preview} />}
      </div>
      <div className="min-w-0 flex-1">
        <p className="truncate text-small font-[650] lg:hidden">{name || m.draft_nameless()}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-tiny sm:text-small">
          <span className="figures empty:hidden lg:hidden">{price}</span>
          <SaveStatus state={saveState} />
          {first !== undefined && (
            <button
              type="button"
              className="link -my-2.5 inline-flex min-h-11 min-w-11 items-center"
              onClick={() => focusProblem(first)}
            >
              {m.publish_missing({ count: problems.length })}
            </button>
          )}
        </p>
        <output className="text-small text-soft empty:hidden">
          {stage === 'waiting'
            ? m.draft_uploading()
            : preview?.isOpening && isUploading && m.page_preview_uploading()}
        </output>
      </div>
      {preview && (
        <PreviewButton preview={preview} size="small" className="shrink-0 max-sm:hidden" />
      )}
      <Button
        className="shrink-0 max-sm:px-4 max-sm:text-small"
        pending={stage !== undefined}
        aria-disabled={isReady && !stage ? undefined : true}
        onClick={() => !stage && !isUnchanged && onPublish(first)}
      >
        {isDraft ? m.create_submit() : m.edit_submit()}
      </Button>
    </div>
  )
}

function SaveStatus({ state }: { state: SaveState }) {
  return (
    <output
      className={cx('figures empty:-mr-2', state.status === 'failed' ? 'text-bad' : 'text-soft')}
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
