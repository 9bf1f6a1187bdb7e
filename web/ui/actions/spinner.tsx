import { cx } from '../cx.ts'

/** A spinner in the current text color. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={cx('animate-spin', className)}>
      <circle
        cx="8"
        cy="8"
        r="6.5"
        className="fill-none stroke-current opacity-25"
        strokeWidth="2.5"
      />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        className="fill-none stroke-current"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
