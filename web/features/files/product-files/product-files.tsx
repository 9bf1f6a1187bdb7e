import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type ProductFile, listProductFiles } from '#contract/files/product-files.ts'
import type { WorkingCopy } from '#contract/products/working-copy.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { FILES_ID } from '#web/features/files/files-id.ts'
import { describeFile } from '#web/shared/describe-file.ts'
import { SCAN_POLL_MS } from '#web/features/files/file-scan-banner.tsx'
import { PRODUCT_FILE_EXTENSIONS } from '#web/features/files/product-file-rules.ts'
import { moveItem, useDragOrder } from '#web/shared/use-drag-order.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { FilePlus } from '#web/ui/icons/file-plus.tsx'
import { FileRow, getFileName } from './file-row.tsx'
import { useDropAnywhere } from './use-drop-anywhere.ts'
import { useFileChanges } from './use-file-changes.ts'
import { FirstFilesField } from '../first-files-field.tsx'
import { type RequireProductId, useFileUploads } from './use-file-uploads.ts'

export interface ProductFilesProps {
  /** The product; a new one that is not saved yet has the id 0. */
  copy: Pick<WorkingCopy, 'id' | 'hasBuyers'>
  /** Whether the product was never published, so that nobody has seen its files yet. */
  isDraft: boolean
  requireId: RequireProductId
  /** Called with the files that were chosen, before they are uploaded. */
  onChoose: (files: readonly File[]) => void
  /** Called with a promise that resolves when the files that were chosen are uploaded, or refused. */
  onUpload: (upload: Promise<unknown>) => void
  /** Whether a missing file is shown as an error. */
  showMissing: boolean
}

const NO_FILES: { files: ProductFile[] } = { files: [] }
const NO_FILES_QUERY = { data: NO_FILES, currentData: NO_FILES, refetch: () => undefined }

/**
 * Lets the seller add, rename, replace, reorder and hide the files of a product. Each change is saved at once, and
 * buyers see it once it is published.
 */
export function ProductFiles(props: ProductFilesProps) {
  const { id: productId } = props.copy
  const [isWaiting, setIsWaiting] = useState(false)
  const query = useRead(
    listProductFiles,
    productId === 0 ? skipToken : { params: { id: productId } },
    { pollingInterval: isWaiting ? SCAN_POLL_MS : 0, skipPollingIfUnfocused: true },
  )
  const waits =
    query.currentData?.files.some(
      ({ current, next, sample, isHidden }) =>
        next?.state === 'waiting' ||
        (sample?.state === 'waiting' && (current || next?.state === 'checked') && !isHidden),
    ) ?? false
  if (waits !== isWaiting) setIsWaiting(waits)

  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    // The section is not on the page yet when the browser looks for it.
    if (hash === `#${FILES_ID}`) section.current?.scrollIntoView()
  }, [hash])
  return (
    <section ref={section} id={FILES_ID} aria-labelledby="files-title" className="scroll-mt-6">
      <Loaded
        query={productId === 0 ? NO_FILES_QUERY : query}
        skeleton={<Skeleton className="h-40 rounded-card" />}
      >
        {({ files }) => <FileList {...props} files={files} />}
      </Loaded>
    </section>
  )
}

function FileList({
  copy: { id: productId, hasBuyers },
  files,
  isDraft,
  requireId,
  onChoose,
  onUpload,
  showMissing,
}: ProductFilesProps & { files: readonly ProductFile[] }) {
  const { productFileMaxBytes, sellerQuotaBytes } = useSiteSettings()
  const [forEarlierBuyers, setForEarlierBuyers] = useState(true)
  const [announcement, setAnnouncement] = useState('')
  const uploads = useFileUploads(requireId)
  const changes = useFileChanges(productId)
  const visible = files.filter(({ isHidden }) => !isHidden)
  const hidden = files.filter(({ isHidden }) => isHidden)
  const ids = visible.map(({ id }) => id)

  const saveOrder = async (order: number[], movedId: number) => {
    const moved = visible.find(({ id }) => id === movedId)
    if (!moved || !(await changes.reorder(order))) return
    const position = order.indexOf(movedId) + 1
    setAnnouncement(m.files_moved({ name: getFileName(moved), position, count: order.length }))
  }
  const { list, ...drag } = useDragOrder(ids, (order, id) => void saveOrder(order, id))
  const isFull = visible.length >= LIMITS.filesPerProduct
  const add = (added: readonly File[]) => {
    onChoose(added)
    onUpload(uploads.add(added, forEarlierBuyers))
  }
  useDropAnywhere(files => !isFull && add(files))
  const showsDropZone = visible.length === 0
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="files-title" className="text-[1.35rem]">
            {m.files_title()}
          </h2>
          <p className="mt-1 max-w-[44em] text-small text-soft">
            {m.files_lead({
              count: LIMITS.filesPerProduct,
              max: formatBytes(Math.min(productFileMaxBytes, sellerQuotaBytes)),
            })}
          </p>
        </div>
        {!isFull && !showsDropZone && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
            {hasBuyers && (
              <Checkbox
                label={m.files_for_earlier()}
                checked={forEarlierBuyers}
                onChange={event => setForEarlierBuyers(event.target.checked)}
              />
            )}
            <FileButton
              multiple
              accept={PRODUCT_FILE_EXTENSIONS}
              name="product_file"
              pending={uploads.running.length > 0}
              icon={<FilePlus aria-hidden size={17} />}
              onPick={(...files) => add(files.flat())}
            >
              {m.files_add()}
            </FileButton>
          </div>
        )}
      </div>
      <output className="sr-only">{announcement}</output>
      {showsDropZone && uploads.running.length === 0 && (
        <FirstFilesField onPick={add} showMissing={showMissing} />
      )}
      {uploads.running.length > 0 && (
        <p className="mb-3.5 rounded-card border border-jade/40 bg-jade-tint px-4 py-3 text-small [overflow-wrap:anywhere]">
          {m.files_uploading({ count: uploads.running.length, name: uploads.running[0]!.name })}
        </p>
      )}
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {visible.map((file, index) => (
          <FileRow
            key={file.id}
            file={file}
            position={index + 1}
            count={visible.length}
            hasBuyers={hasBuyers}
            isDraft={isDraft}
            isUploading={uploads.running.length > 0}
            changes={changes}
            drag={drag}
            onMove={distance => void saveOrder(moveItem(ids, index, index + distance), file.id)}
            onReplace={picked => onUpload(uploads.replace(file.id, picked))}
          />
        ))}
      </ol>
      {hidden.length > 0 && <HiddenFiles files={hidden} changes={changes} isFull={isFull} />}
    </>
  )
}

/** The files that are kept for those who bought them. */
function HiddenFiles({
  files,
  changes: { change, isBusy, showFailure },
  isFull,
}: {
  files: readonly ProductFile[]
  changes: ReturnType<typeof useFileChanges>
  /** Whether the product sells as many files as it can. */
  isFull: boolean
}) {
  const show = async (slot: number) => {
    const { error } = await change(slot, { isHidden: false })
    if (error) showFailure(error)
    else showToast('success', m.files_shown())
  }
  return (
    <div className="mt-5">
      <h3 className="text-base">{m.files_hidden_title()}</h3>
      <p className="mt-1 text-small text-soft">{m.files_hidden_lead()}</p>
      <ul className="mt-2.5 grid grid-cols-[minmax(0,1fr)] gap-2">
        {files.map(file => {
          const name = getFileName(file)
          return (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-dashed border-edge/60 bg-tint/50 px-4 py-2.5"
            >
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-[650] [overflow-wrap:anywhere]">{name}</p>
                {file.current && (
                  <p className="figures text-small text-soft">{describeFile(file.current)}</p>
                )}
              </div>
              {!isFull && (
                <Button
                  kind="ghost"
                  size="small"
                  pending={isBusy}
                  onClick={() => void show(file.id)}
                >
                  {m.files_show()}
                  <span className="sr-only">: {name}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
