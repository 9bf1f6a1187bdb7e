import { cx } from '../cx.ts'

const STAR_PATH = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z'

/** One star, whose color is that of the text. */
export function StarShape({ className }: { className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className}>
      <path d={STAR_PATH} fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
    </svg>
  )
}

/**
 * Shows a number of stars out of five, filled in part for an average.
 * @param value the number of stars, from 0 to 5
 * @param label what screen readers read, such as "4.7 out of 5 stars"
 */
export function Stars({
  value,
  label,
  className,
}: {
  value: number
  label: string
  className?: string
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 120 24"
      className={cx('h-[1em] w-[5em] shrink-0', className)}
    >
      <StarRow className="text-line" />
      {/* The inner picture cuts off what lies to the right of the value. */}
      <svg width={value * 24} height={24}>
        <StarRow className="text-star" />
      </svg>
    </svg>
  )
}

const StarRow = ({ className }: { className: string }) => (
  <g className={className} fill="currentColor">
    {[0, 1, 2, 3, 4].map(star => (
      <path key={star} d={STAR_PATH} transform={`translate(${star * 24})`} />
    ))}
  </g>
)
