import { useRef, useState } from 'react'
import type { ProductFile } from '#contract/files/product-files.ts'
import { SAMPLE_LIMITS, SAMPLE_TYPES, countSamplePages } from '#contract/files/sample-rules.ts'
import * as m from '#messages'
import { describeFile } from '#web/shared/describe-file.ts'
import { MoveButton } from '#web/shared/move-button.tsx'
import { PRODUCT_FILE_EXTENSIONS } from '#web/features/files/product-file-rules.ts'
import type { useDragOrder } from '#web/shared/use-drag-order.ts'
import { formatDate } from '#web/i18n/format.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Menu, MenuButton } from '#web/ui/overlays/menu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ArrowDown } from '#web/ui/icons/arrow-down.tsx'
import { ArrowUp } from '#web/ui/icons/arrow-up.tsx'
import { BookOpen } from '#web/ui/icons/book-open.tsx'
import { BookX } from '#web/ui/icons/book-x.tsx'
import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { EyeOff } from '#web/ui/icons/eye-off.tsx'
import { GripVertical } from '#web/ui/icons/grip-vertical.tsx'
import { Pencil } from '#web/ui/icons/pencil.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { UserPlus } from '#web/ui/icons/user-plus.tsx'
import { FileTitleForm } from './file-title-form.tsx'
import { SampleState } from './sample-state.tsx'
import { StateChip } from './state-chip.tsx'
import type { useFileChanges } from './use-file-changes.ts'

/** Finds the version that a file will have once it is published: the newest that was not refused. */
const findVersion = ({ current, next }: ProductFile) =>
  next?.state === 'refused' ? (current ?? next) : (next ?? current)

/** Returns the name under which people will know a file. */
export const getFileName = (file: ProductFile): string =>
  file.title ?? findVersion(file)?.fileName ?? ''

type Version = ReturnType<typeof findVersion>

const hasTooFewPages = (version: Version): boolean =>
  version?.type === 'PDF' && version.pages !== null && countSamplePages(version.pages) === 0

/** Says what a sample of a file will show, or why there is none. */
function describeSample(version: Version): string {
  if (version?.type === 'MP3') return m.files_sample_offer_audio({ count: SAMPLE_LIMITS.seconds })
  if (hasTooFewPages(version)) return m.files_sample_few({ count: SAMPLE_LIMITS.minPages })
  const { pages = null } = version ?? {}
  const count = pages === null ? SAMPLE_LIMITS.pages : countSamplePages(pages)
  return m.files_sample_offer({ count })
}

/** A file that the seller has not hidden, with what can be done with it. */
export function FileRow({
  file,
  position,
  count,
  hasBuyers,
  isDraft,
  isUploading,
  changes: { change, isBusy, showFailure },
  drag: { cssOrderOf, draggedId, handleOf },
  onMove,
  onReplace,
}: {
  file: ProductFile
  /** The place of the file in the list, counted from 1. */
  position: number
  count: number
  /** Whether somebody bought the product, so that it matters who gets an added file. */
  hasBuyers: boolean
  /** Whether the product was never published, so that no file is new. */
  isDraft: boolean
  isUploading: boolean
  changes: ReturnType<typeof useFileChanges>
  drag: Pick<ReturnType<typeof useDragOrder>, 'cssOrderOf' | 'draggedId' | 'handleOf'>
  onMove: (distance: -1 | 1) => void
  onReplace: (file: File) => void
}) {
  const [open, setOpen] = useState<'rename' | 'hide'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id: slot, title, current, next, forEarlierBuyers } = file
  const name = getFileName(file)
  const version = findVersion(file)
  // A file that nobody could buy is deleted.
  const isRemoved = !current && !next?.isPublished

  const closeForm = () => {
    setOpen(undefined)
    // The form had the focus, and is gone in the next frame.
    requestAnimationFrame(() => heading.current?.focus())
  }
  const hide = async () => {
    const { error } = await change(slot, { isHidden: true })
    setOpen(undefined)
    if (error) showFailure(error)
    else showToast('success', isRemoved ? m.files_removed() : m.files_hidden_done())
  }
  const isSampleOffered = file.sample !== null
  const SampleIcon = isSampleOffered ? BookX : BookOpen
  const setSample = async (offersSample: boolean) => {
    const { error } = await change(slot, { offersSample })
    if (error) showFailure(error)
    else showToast('success', (offersSample ? m.files_sample_started : m.files_sample_ended)())
  }
  const giveToEarlierBuyers = async () => {
    const { error } = await change(slot, { forEarlierBuyers: true })
    if (error) showFailure(error)
    else showToast('success', m.files_given())
  }

  return (
    <li
      // Browsers allow this style in a strict CSP, because the script sets it.
      style={{ order: cssOrderOf(slot) }}
      data-dragged={draggedId === slot || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-card border border-line bg-card p-3 data-dragged:border-jade data-dragged:shadow-lift"
    >
      <span
        {...handleOf(slot)}
        title={m.files_drag()}
        aria-hidden
        className="grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-field text-soft hover:bg-tint active:cursor-grabbing"
      >
        <GripVertical size={18} />
      </span>
      {open === 'rename' ? (
        <div className="min-w-0 flex-1 py-1">
          <FileTitleForm
            title={title}
            fileName={version?.fileName ?? ''}
            send={body => toCallResult(change(slot, body))}
            onDone={() => {
              showToast('success', m.files_renamed())
              closeForm()
            }}
            onCancel={closeForm}
          />
        </div>
      ) : (
        <div className="min-w-0 flex-1 py-1">
          <h3
            ref={heading}
            tabIndex={-1}
            className="text-base leading-snug font-[650] tracking-normal [overflow-wrap:anywhere]"
          >
            {name}
          </h3>
          {version && (
            <p className="figures text-small [overflow-wrap:anywhere] text-soft">
              <span>{describeFile(version)}</span>
              {title !== null && <span>{` · ${version.fileName}`}</span>}
              <span>{` · ${(version === current ? m.files_since : m.files_uploaded)({ date: formatDate(version.uploadedAt) })}`}</span>
            </p>
          )}
          <FileState file={file} hasBuyers={hasBuyers} isDraft={isDraft} />
        </div>
      )}
      {open !== 'rename' && (
        <div className="col-span-2 flex items-center justify-between">
          <FileButton
            accept={PRODUCT_FILE_EXTENSIONS}
            pending={isUploading}
            label={m.files_replace_of({ name })}
            onPick={onReplace}
          >
            {m.files_replace()}
          </FileButton>
          <span className="flex">
            <MoveButton
              label={m.files_earlier({ name })}
              isPossible={position > 1 && !isBusy}
              onClick={() => onMove(-1)}
            >
              <ArrowUp aria-hidden size={18} />
            </MoveButton>
            <MoveButton
              label={m.files_later({ name })}
              isPossible={position < count && !isBusy}
              onClick={() => onMove(1)}
            >
              <ArrowDown aria-hidden size={18} />
            </MoveButton>
            <Menu label={m.files_menu({ name })} button={<Ellipsis aria-hidden size={20} />}>
              <MenuButton onClick={() => setOpen('rename')}>
                <Pencil aria-hidden size={18} />
                {m.files_rename()}
              </MenuButton>
              {(isSampleOffered || SAMPLE_TYPES.includes(version?.type ?? '')) && (
                <MenuButton
                  disabled={!isSampleOffered && hasTooFewPages(version)}
                  onClick={() => void setSample(!isSampleOffered)}
                >
                  <SampleIcon aria-hidden size={18} />
                  <span>{isSampleOffered ? m.files_sample_end() : describeSample(version)}</span>
                </MenuButton>
              )}
              {hasBuyers && !forEarlierBuyers && (
                <MenuButton onClick={() => void giveToEarlierBuyers()}>
                  <UserPlus aria-hidden size={18} />
                  {m.files_give_earlier()}
                </MenuButton>
              )}
              <MenuButton onClick={() => setOpen('hide')}>
                {isRemoved ? <Trash2 aria-hidden size={18} /> : <EyeOff aria-hidden size={18} />}
                <span>{isRemoved ? m.files_remove() : m.files_hide()}</span>
              </MenuButton>
            </Menu>
          </span>
        </div>
      )}
      <ConfirmDialog
        open={open === 'hide'}
        onClose={() => setOpen(undefined)}
        title={isRemoved ? m.files_remove_title({ name }) : m.files_hide_title({ name })}
        description={isRemoved ? m.files_remove_text() : m.files_hide_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={isRemoved ? m.files_remove() : m.files_hide()}
        pending={isBusy}
        onConfirm={() => void hide()}
      />
    </li>
  )
}

/** Tells what is not on sale of a file, and why, and what its sample is. */
function FileState({
  file,
  hasBuyers,
  isDraft,
}: {
  file: ProductFile
  hasBuyers: boolean
  isDraft: boolean
}) {
  const { current, next, forEarlierBuyers, sample } = file
  const isNewOnly = hasBuyers && !forEarlierBuyers
  const isChecked = next?.state === 'checked'
  const isUnscanned = isChecked ? next.refusal === 'too_large' : current?.isUnscanned
  const isUnpublished = isChecked && !isDraft
  if ((!next || (isChecked && isDraft)) && !isNewOnly && !isUnscanned && !sample) return null
  const replaced = current && m.files_replaces({ file: current.fileName })
  const refusal =
    next?.state === 'refused' &&
    (next.refusal === 'too_large'
      ? m.file_refused_too_large()
      : m.file_refused_malware({ signature: next.signature ?? '' }))
  return (
    <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1">
      {isUnscanned && (
        <StateChip tone="warn" label={m.files_unscanned()}>
          {m.files_unscanned_text()}
        </StateChip>
      )}
      {isNewOnly && <StateChip label={m.files_new_only()} />}
      {next?.state === 'waiting' && (
        <StateChip tone="warn" label={current ? m.files_waiting_next() : m.files_waiting()}>
          {replaced}
        </StateChip>
      )}
      {isUnpublished && <StateChip label={m.files_unpublished()}>{replaced}</StateChip>}
      {next && refusal && (
        <p className="text-small text-bad">
          <span className="block font-semibold [overflow-wrap:anywhere]">
            {current ? m.files_refused_next({ file: next.fileName }) : m.files_refused()}
          </span>
          {refusal}
        </p>
      )}
      {sample && (current || next?.state !== 'refused') && (
        <SampleState sample={sample} name={getFileName(file)} type={(current ?? next)?.type} />
      )}
    </div>
  )
}
