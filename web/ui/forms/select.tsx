import type { ComponentPropsWithRef } from 'react'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { cx } from '../cx.ts'
import { Control, controlClasses, useControlAttributes, type LabeledProps } from './control.tsx'

export interface SelectOption {
  value: string | number
  label: string
  disabled?: boolean
}

export type SelectProps = LabeledProps &
  ComponentPropsWithRef<'select'> & {
    options: readonly SelectOption[]
    /** The text of the first option, whose value is empty. */
    placeholder?: string
  }

/** A native select element, so that phones show the picker of their system. */
export function Select({
  label,
  hint,
  error,
  aside,
  options,
  placeholder,
  className,
  id,
  'aria-describedby': described,
  ...select
}: SelectProps) {
  const attributes = useControlAttributes({ label, hint, error }, id, described)
  return (
    <Control {...{ label, hint, error, aside, className }} id={attributes.id}>
      <div className="relative">
        <select
          {...select}
          {...attributes}
          className={cx(controlClasses, 'h-12 appearance-none pr-11 pl-3.5')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-soft"
        />
      </div>
    </Control>
  )
}
