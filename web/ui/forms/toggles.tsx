import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Check } from '#web/ui/icons/check.tsx'
import { cx } from '../cx.ts'
import { FieldError, useControlAttributes } from './control.tsx'

type ToggleProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A checkbox, whose label can contain links. */
export function Checkbox(props: ToggleProps) {
  return (
    <Toggle {...props}>
      {input => (
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            className="peer absolute inset-0 size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-edge bg-paper transition-colors checked:border-jade checked:bg-jade hover:border-ink disabled:opacity-50 aria-invalid:border-bad"
          />
          <Check
            aria-hidden
            size={16}
            strokeWidth={3.2}
            className="pointer-events-none relative hidden text-card peer-checked:block"
          />
        </span>
      )}
    </Toggle>
  )
}

/** A switch, for a setting that takes effect at once. */
export function Switch(props: ToggleProps) {
  return (
    <Toggle {...props}>
      {input => (
        <span className="relative h-7 w-12 shrink-0">
          <input
            {...input}
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox brings its own state
            role="switch"
            className="peer absolute inset-0 h-7 w-12 cursor-pointer appearance-none rounded-full border-[1.5px] border-edge bg-tint transition-colors checked:border-jade checked:bg-jade hover:border-ink disabled:opacity-50 aria-invalid:border-bad"
          />
          {/* Forced colors remove the background of the knob, so its border draws it there. */}
          <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition forced-colors:border-[10px] forced-colors:border-[ButtonText] peer-checked:translate-x-5 peer-checked:bg-card" />
        </span>
      )}
    </Toggle>
  )
}

function Toggle({
  label,
  hint,
  error,
  className,
  id,
  'aria-describedby': described,
  children,
  ...input
}: Omit<ToggleProps, 'children'> & {
  children: (input: ComponentPropsWithRef<'input'>) => ReactNode
}) {
  const attributes = useControlAttributes({ label, hint, error }, id, described)
  return (
    <div className={cx('grid content-start gap-1', className)}>
      {/* The label surrounds the control, so that the gap between the two reacts to a touch as well. */}
      <label htmlFor={attributes.id} className="flex min-h-touch items-center gap-3">
        {children({ ...input, ...attributes, type: 'checkbox' })}
        <span className="py-2.5 leading-snug font-[550]">{label}</span>
      </label>
      {error && <FieldError id={`${attributes.id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${attributes.id}-hint`} className="text-tiny text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
