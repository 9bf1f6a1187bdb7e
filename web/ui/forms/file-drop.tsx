import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useDropzone, type Accept } from 'react-dropzone'
import { FileCheck } from '#web/ui/icons/file-check.tsx'
import { Upload } from '#web/ui/icons/upload.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { cx } from '../cx.ts'
import { FieldError, type LabeledProps } from './control.tsx'

export type RejectionKind = 'invalid-type' | 'too-large' | 'too-small' | 'too-many' | 'other'

/** A rejected file and the reason. `message` is react-dropzone's own text, in English. */
export interface FileRejection {
  file: File
  kind: RejectionKind
  message: string
}

export type FileDropProps = LabeledProps & {
  /** The accepted MIME types with their extensions: `{ 'image/png': ['.png'] }`. */
  accept: Accept
  maxBytes: number
  file: File | null
  /** Called with the file, and with null when it is removed. */
  onPick: (file: File | null) => void
  /** Called instead of `onPick` by a zone that takes several files at once, and shows none of them. */
  onPickAll?: (files: File[]) => void
  onReject?: (rejections: FileRejection[]) => void
  onCancel?: () => void
  texts: {
    /** The text shown while no file is dragged, for example "Drag the file here or choose it". */
    idle: string
    /** The same for touch screens, where nothing can be dragged; by default `idle`. */
    idleTouch?: string | undefined
    /** The text shown while a file is dragged over the zone. */
    drop: string
    /** The text shown while a file that will be rejected is dragged over the zone. */
    reject: string
    remove: string
  }
  /** Formats the size of the picked file as text. */
  sizeText: (bytes: number) => string
  /** Whether the picked image is shown. */
  preview?: boolean
  /** The URL of the stored image, which is shown until another one is picked. */
  currentImageUrl?: string | undefined
  disabled?: boolean
  name?: string
  className?: string
}

const REJECTION_KINDS: Record<string, RejectionKind> = {
  'file-invalid-type': 'invalid-type',
  'file-too-large': 'too-large',
  'file-too-small': 'too-small',
  'too-many-files': 'too-many',
}

/** A zone for a file, or several, which the user can drop, paste or choose in the file picker. */
export function FileDrop({
  label,
  hint,
  error,
  aside,
  accept,
  maxBytes,
  file,
  onPick,
  onPickAll,
  onReject,
  onCancel,
  texts,
  sizeText,
  preview = false,
  currentImageUrl,
  disabled = false,
  name,
  className,
}: FileDropProps) {
  const id = useId()
  const dropzone = useDropzone({
    accept,
    maxSize: maxBytes,
    multiple: onPickAll !== undefined,
    // The zone itself is not focusable, because it contains the focusable input, and two nested controls would confuse
    // screen readers.
    noKeyboard: true,
    disabled,
    onDropAccepted: picked => {
      if (onPickAll) onPickAll(picked)
      else if (picked[0]) onPick(picked[0])
    },
    onDropRejected: rejected =>
      onReject?.(
        rejected.map(({ file, errors }) => ({
          file,
          kind: REJECTION_KINDS[errors[0]?.code ?? ''] ?? 'other',
          message: errors[0]?.message ?? '',
        })),
      ),
    onFileDialogCancel: onCancel,
  })
  const described = cx(error && `${id}-error`, hint && `${id}-hint`) || undefined
  const state = dropzone.isDragReject ? 'reject' : dropzone.isDragActive ? 'drop' : 'idle'

  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <span id={`${id}-label`} className="text-small font-semibold">
          {label}
        </span>
        {aside && <span className="text-tiny text-soft">{aside}</span>}
      </div>
      <div
        {...dropzone.getRootProps({ role: 'presentation' })}
        data-file-drop
        className={cx(
          'relative grid min-h-36 min-w-0 outline-offset-3 outline-jade has-[:focus-visible]:outline-3 cursor-pointer grid-cols-[minmax(0,1fr)] place-items-center rounded-card border-2 border-dashed p-5 text-center transition',
          state === 'idle' && 'bg-paper hover:bg-tint',
          state === 'idle' && (error ? 'border-bad' : 'border-edge hover:border-ink'),
          state === 'drop' && 'border-jade bg-jade-tint',
          state === 'reject' && 'border-bad bg-bad-tint',
          disabled && 'cursor-not-allowed opacity-60',
        )}
      >
        <input
          {...dropzone.getInputProps({
            name,
            disabled,
            tabIndex: 0,
            'aria-labelledby': `${id}-label ${id}-state`,
            'aria-describedby': described,
            'aria-invalid': error ? true : undefined,
            className: 'sr-only',
            // Browsers report no change if the same file is chosen again, such as after it was saved again.
            onClick: ({ currentTarget }) => {
              currentTarget.value = ''
            },
            // react-dropzone hides the input by a `style` attribute, which a strict CSP blocks in server HTML.
            style: undefined,
          })}
        />
        <span className="grid max-w-full justify-items-center gap-2">
          {file && state === 'idle' ? (
            <PickedFile file={file} preview={preview} />
          ) : currentImageUrl && state === 'idle' ? (
            <img src={currentImageUrl} alt="" className={PREVIEW_CLASSES} />
          ) : (
            <Upload
              aria-hidden
              size={26}
              className={
                state === 'reject' ? 'text-bad' : state === 'drop' ? 'text-jade' : 'text-soft'
              }
            />
          )}
          <span id={`${id}-state`} className="text-small">
            {file && state === 'idle' ? (
              <>
                <b className="font-semibold break-all">{file.name}</b>{' '}
                <span className="figures whitespace-nowrap text-soft">{sizeText(file.size)}</span>
              </>
            ) : state === 'idle' && texts.idleTouch ? (
              <>
                <span className="pointer-coarse:hidden">{texts.idle}</span>
                <span className="hidden pointer-coarse:inline">{texts.idleTouch}</span>
              </>
            ) : (
              texts[state]
            )}
          </span>
        </span>
      </div>
      {file && !disabled && (
        <button
          type="button"
          onClick={() => onPick(null)}
          className="inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-full pr-3 text-small font-[550] text-soft hover:text-ink"
        >
          <X aria-hidden size={16} />
          {texts.remove}
        </button>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </div>
  )
}

const PREVIEW_CLASSES = 'aspect-[4/5] h-40 rounded-cover bg-tint object-cover shadow-soft'

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-tiny text-soft">
      {children}
    </p>
  )
}

/** Shows the picked image, or an icon for another file. */
function PickedFile({ file, preview }: { file: File; preview: boolean }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!preview || !image.current) return undefined
    const address = URL.createObjectURL(file)
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file, preview])

  if (!preview) return <FileCheck aria-hidden size={28} className="text-jade" />
  return <img ref={image} alt="" className={PREVIEW_CLASSES} />
}
