import { useState, type ChangeEvent, type ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import { Control, textBox, useWiring, type Labelled } from './control.tsx'

export type TextAreaProps = Labelled &
  ComponentPropsWithRef<'textarea'> & {
    /** Shows how many of this many characters are used. It does not limit the input. */
    counterMax?: number
  }

/** A multi-line text field with a character counter. */
export function TextArea({
  label,
  hint,
  error,
  aside,
  counterMax,
  className,
  id,
  rows = 5,
  onChange,
  'aria-describedby': described,
  ...area
}: TextAreaProps) {
  const wiring = useWiring({ label, hint, error }, id, described)
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length)
  const length = area.value === undefined ? typed : String(area.value).length
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value.length)
    onChange?.(event)
  }
  const counter = counterMax !== undefined && (
    <span className={cx(length > counterMax && 'font-semibold text-bad')}>
      {length} / {counterMax}
    </span>
  )
  return (
    <Control {...{ label, hint, error, className }} aside={aside ?? counter} id={wiring.id}>
      <textarea
        {...area}
        {...wiring}
        rows={rows}
        onChange={change}
        className={cx(textBox, 'min-h-28 resize-y px-3.5 py-3')}
      />
    </Control>
  )
}
