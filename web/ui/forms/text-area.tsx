import { useState, type ChangeEvent, type ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import {
  Control,
  Counter,
  textControlClasses,
  useControlAttributes,
  type LabeledProps,
} from './control.tsx'

export type TextAreaProps = LabeledProps &
  ComponentPropsWithRef<'textarea'> & {
    /** The maximum in the counter of used characters. The counter does not limit the input. */
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
  const attributes = useControlAttributes({ label, hint, error }, id, described)
  const [typedLength, setTypedLength] = useState(String(area.defaultValue ?? '').length)
  const length = area.value === undefined ? typedLength : String(area.value).length
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTypedLength(event.target.value.length)
    onChange?.(event)
  }
  const counter = counterMax !== undefined && <Counter length={length} max={counterMax} />
  return (
    <Control {...{ label, hint, error, className }} aside={aside ?? counter} id={attributes.id}>
      <textarea
        {...area}
        {...attributes}
        rows={rows}
        onChange={change}
        className={cx(textControlClasses, 'min-h-28 resize-y px-3.5 py-3')}
      />
    </Control>
  )
}
