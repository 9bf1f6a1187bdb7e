import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Control, textControlClasses, useControlAttributes, type LabeledProps } from './control.tsx'

export type FieldProps = LabeledProps &
  Omit<ComponentPropsWithRef<'input'>, 'prefix'> & {
    /** The text before the input, such as `$` or `x.com/`. */
    prefix?: ReactNode
    /** The content at the right end inside the box, such as a button or a spinner. */
    right?: ReactNode
  }

/**
 * A single-line text field. It accepts `ref` and `name`, so that the props which a form library returns can be spread
 * on it.
 */
export function Field({
  label,
  hint,
  error,
  aside,
  prefix,
  right,
  className,
  id,
  'aria-describedby': described,
  ...input
}: FieldProps) {
  const attributes = useControlAttributes({ label, hint, error }, id, described)
  const prefixId = `${attributes.id}-prefix`
  return (
    <Control {...{ label, hint, error, aside, className }} id={attributes.id}>
      <div className="relative flex">
        {prefix && (
          <span
            id={prefixId}
            className="figures flex shrink-0 items-center rounded-l-field border-[1.5px] border-r-0 border-edge bg-tint px-3 text-small text-soft"
          >
            {prefix}
          </span>
        )}
        <input
          type="text"
          {...input}
          {...attributes}
          aria-describedby={
            cx(prefix ? prefixId : undefined, attributes['aria-describedby']) || undefined
          }
          className={cx(
            textControlClasses,
            'h-12 px-3.5',
            prefix && 'rounded-l-none',
            right && 'pr-13',
          )}
        />
        {right && (
          <span className="absolute inset-y-0 right-0 grid w-12 place-items-center text-soft">
            {right}
          </span>
        )}
      </div>
    </Control>
  )
}
