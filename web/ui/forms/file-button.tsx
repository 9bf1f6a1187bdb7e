import type { ReactNode } from 'react'
import { Spinner } from '../actions/spinner.tsx'
import { cx } from '../cx.ts'

/** A button that opens the file picker. The user can pick the same file twice in a row. */
export function FileButton({
  accept,
  icon,
  label,
  name,
  multiple = false,
  pending = false,
  onPick,
  className,
  children,
}: {
  /** The accepted file extensions, such as `.png,.jpg`. */
  accept: string
  icon?: ReactNode
  /** The accessible name, if it says more than the text. */
  label?: string
  name?: string
  /** Whether the user can pick several files at once. */
  multiple?: boolean
  pending?: boolean
  onPick: (file: File, others: File[]) => void
  className?: string
  children: ReactNode
}) {
  return (
    <label
      className={cx(
        'relative inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-full border-[1.5px] border-edge/60 px-4 text-small font-[650] outline-offset-3 outline-jade transition hover:border-ink hover:bg-tint has-[:focus-visible]:outline-3',
        pending && 'cursor-progress opacity-60',
        className,
      )}
    >
      {pending ? <Spinner /> : icon}
      <span>{children}</span>
      <input
        type="file"
        name={name}
        accept={accept}
        multiple={multiple}
        aria-label={label}
        disabled={pending}
        className="sr-only"
        onChange={event => {
          const [file, ...others] = event.target.files ?? []
          event.target.value = ''
          if (file) onPick(file, others)
        }}
      />
    </label>
  )
}
