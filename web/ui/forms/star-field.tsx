import { useId, useState } from 'react'
import { cx } from '../cx.ts'
import { StarShape } from '../data/stars.tsx'
import { FieldError } from './control.tsx'

const STARS = [1, 2, 3, 4, 5] as const

/** A choice of one to five stars, made of radio buttons, so that arrow keys change it. */
export function StarField({
  label,
  optionLabel,
  value,
  error,
  onChange,
}: {
  label: string
  /** The text that screen readers read at a number of stars. */
  optionLabel: (stars: number) => string
  /** The chosen number of stars; undefined if none is chosen yet. */
  value: number | undefined
  error?: string | undefined
  onChange: (stars: number) => void
}) {
  const id = useId()
  const [hovered, setHovered] = useState<number>()
  const lit = hovered ?? value ?? 0
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-1">
      <legend className="mb-1 text-small font-[650] text-ink">{label}</legend>
      <div className="-ml-2 flex" onPointerLeave={() => setHovered(undefined)}>
        {STARS.map(star => (
          <label
            key={star}
            className="relative grid size-11 cursor-pointer place-items-center rounded-card has-focus-visible:outline-2 has-focus-visible:outline-offset-0 has-focus-visible:outline-ink"
            onPointerEnter={event => event.pointerType === 'mouse' && setHovered(star)}
          >
            <input
              type="radio"
              name={id}
              value={star}
              checked={value === star}
              aria-label={optionLabel(star)}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={() => onChange(star)}
              className="absolute inset-0 size-11 cursor-pointer appearance-none rounded-card forced-colors:border"
            />
            <StarShape
              className={cx(
                'pointer-events-none relative size-7',
                star <= lit ? 'text-star' : 'text-line [&_path]:stroke-edge',
              )}
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
