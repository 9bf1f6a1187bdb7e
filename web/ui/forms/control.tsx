import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The props that all form controls share. */
export interface LabeledProps {
  label: ReactNode
  /** A short help text below the control. */
  hint?: ReactNode
  /** The error text. With an error the control is red, and screen readers read the text with it. */
  error?: ReactNode
  /** The content at the right end of the label's line, such as a counter or "optional". */
  aside?: ReactNode
}

/** The attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * Returns the attributes that connect a control with its label, hint and error. The caller can pass an `id` and a
 * `described` of its own.
 */
export function useControlAttributes(
  { hint, error }: LabeledProps,
  id?: string,
  described?: string,
): ControlAttributes {
  const generatedId = useId()
  const controlId = id ?? generatedId
  return {
    id: controlId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby':
      cx(error && `${controlId}-error`, hint && `${controlId}-hint`, described) || undefined,
  }
}

/** Shows a control with its label above and its error and hint below. */
export function Control({
  label,
  hint,
  error,
  aside,
  id,
  className,
  children,
}: LabeledProps & { id: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {aside && <span className="figures text-tiny text-soft">{aside}</span>}
      </div>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-tiny text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Shows how many characters are used, in red above the maximum. It does not limit the input. */
export function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={cx(length > max && 'font-semibold text-bad')}>
      {length} / {max}
    </span>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-tiny font-semibold text-bad">
      <svg aria-hidden viewBox="0 0 16 16" className="mt-0.5 size-3.5 shrink-0 fill-current">
        <path d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M7.1 4.6h1.8l-.25 4.3h-1.3zM8 9.8a1 1 0 1 1 0 2 1 1 0 0 1 0-2" />
      </svg>
      {children}
    </p>
  )
}

/** The CSS classes of the box around a control. */
export const controlClasses =
  'w-full min-w-0 rounded-field border-[1.5px] border-edge bg-paper text-ink transition-colors ' +
  'hover:border-ink focus-visible:border-ink aria-invalid:border-bad ' +
  'disabled:cursor-not-allowed disabled:opacity-60'

/** The CSS classes of a text control, which also looks different while it is read-only or busy. */
export const textControlClasses = `${controlClasses} read-only:bg-tint aria-busy:bg-tint`
