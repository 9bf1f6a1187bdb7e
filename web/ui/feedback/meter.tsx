import { cx } from '../cx.ts'

const TONE_CLASSES = { jade: '', warn: 'bar-warn', bad: 'bar-bad' }

/** A bar that shows how full something is. */
export function Meter({
  value,
  max,
  label,
  valueText,
  tone = 'jade',
}: {
  value: number
  max: number
  label: string
  /** The value as text, which screen readers read instead of the number. */
  valueText?: string
  tone?: keyof typeof TONE_CLASSES
}) {
  return (
    <meter
      min={0}
      max={Math.max(max, 1)}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      className={cx('bar', TONE_CLASSES[tone])}
    />
  )
}

/** A progress bar with a value from 0 to 1. Without a value it is indeterminate. */
export function ProgressBar({ value, label }: { value?: number; label: string }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-small">
        <span>{label}</span>
        {value !== undefined && (
          <span className="figures text-soft">{Math.round(value * 100)}&nbsp;%</span>
        )}
      </div>
      <progress max={1} value={value} aria-label={label} className="bar" />
    </div>
  )
}
