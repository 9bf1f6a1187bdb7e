import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { splitPoints } from '#contract/products/points.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Counter, FieldError, textControlClasses } from '#web/ui/forms/control.tsx'
import { Plus } from '#web/ui/icons/plus.tsx'
import { X } from '#web/ui/icons/x.tsx'

const { count: MAX_POINTS, max: MAX_LENGTH } = LIMITS.points
/** More characters than the rule allows, so that a pasted text is not cut without a word. */
const INPUT_MAX_LENGTH = 3 * MAX_LENGTH
/** The length from which the counter of a point is shown. */
const COUNTED_LENGTH = 60
/** The mark before a point in a pasted list. */
const BULLET = /^[-–*•·▪✓✔]\s+/u
/** The name by which the summary of errors finds the field. */
const NAME = 'points'

/**
 * A list of text fields for what a product includes. Enter goes to the next point or adds one, Backspace in an empty
 * one removes it, and pasted lines become points.
 */
export function PointsField({
  value,
  error,
  onChange,
}: {
  /** The points, one on each line. There is always one field, which is empty without points. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const rowToFocus = useRef<number>(undefined)
  const rows = value.split('\n')
  const isFull = rows.length >= MAX_POINTS
  const isTooLong = (text: string) => text.trim().length > MAX_LENGTH
  const firstTooLong = rows.findIndex(isTooLong)

  const findInput = (row: number) => list.current?.querySelectorAll('input')[row]
  const change = (next: string[], focused?: number) => {
    rowToFocus.current = focused
    onChange(next.join('\n'))
  }
  // A new field can take the focus after it is on the page only.
  useEffect(() => {
    const { current: row } = rowToFocus
    if (row === undefined) return
    rowToFocus.current = undefined
    list.current?.querySelectorAll('input')[row]?.focus()
  })

  const add = (row: number) => change(rows.toSpliced(row, 0, ''), row)
  const remove = (row: number) => {
    const next = rows.toSpliced(row, 1)
    change(next.length === 0 ? [''] : next, Math.min(row, Math.max(next.length - 1, 0)))
  }
  const pressKey = (event: KeyboardEvent<HTMLInputElement>, row: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // A form with several fields would be sent.
      event.preventDefault()
      if (rows[row + 1] === '' || isFull) findInput(row + 1)?.focus()
      else if (rows[row] !== '') add(row + 1)
    } else if (event.key === 'Backspace' && rows[row] === '' && rows.length > 1) {
      event.preventDefault()
      change(rows.toSpliced(row, 1), Math.max(row - 1, 0))
    }
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number) => {
    const lines = splitPoints(event.clipboardData.getData('text')).map(line =>
      line.replace(BULLET, ''),
    )
    if (lines.length < 2) return
    event.preventDefault()
    const { value: text, selectionStart, selectionEnd } = event.currentTarget
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length]
    const [first, last] = [text.slice(0, start) + lines[0]!, lines.at(-1)! + text.slice(end)]
    change(rows.toSpliced(row, 1, first, ...lines.slice(1, -1), last), row + lines.length - 1)
  }
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-small font-semibold">{m.create_points()}</legend>
      <ol ref={list} className="grid min-w-0 gap-2">
        {rows.map((text, row) => (
          <li key={row} className="grid min-w-0 gap-1">
            <div className="relative flex">
              <input
                type="text"
                name={row === Math.max(firstTooLong, 0) ? NAME : undefined}
                value={text}
                maxLength={INPUT_MAX_LENGTH}
                autoComplete="off"
                placeholder={row === 0 ? m.create_points_placeholder() : undefined}
                aria-label={m.create_point({ number: row + 1 })}
                aria-invalid={isTooLong(text) || (error && row >= MAX_POINTS) ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={event => change(rows.with(row, event.target.value))}
                onKeyDown={event => pressKey(event, row)}
                onPaste={event => paste(event, row)}
                className={cx(textControlClasses, 'h-12 px-3.5 pr-13')}
              />
              {(rows.length > 1 || text !== '') && (
                <button
                  type="button"
                  aria-label={m.create_point_remove({ number: row + 1 })}
                  onClick={() => remove(row)}
                  className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-field text-soft hover:text-ink"
                >
                  <X aria-hidden size={18} />
                </button>
              )}
            </div>
            {text.length > COUNTED_LENGTH && (
              <span className="figures justify-self-end text-tiny text-soft">
                <Counter length={text.length} max={MAX_LENGTH} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!isFull && (
        <Button
          kind="quiet"
          size="small"
          className="-ml-4 justify-self-start"
          icon={<Plus aria-hidden size={17} />}
          onClick={() => add(rows.length)}
        >
          {m.create_points_add()}
        </Button>
      )}
      <p id={`${id}-hint`} className="text-tiny text-soft">
        {m.create_points_hint({ count: MAX_POINTS })}
      </p>
    </fieldset>
  )
}
