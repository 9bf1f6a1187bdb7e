import { useState } from 'react'
import { Check } from '#web/ui/icons/check.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { EyeOff } from '#web/ui/icons/eye-off.tsx'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'

/** The strength of a password, from 0 for an empty one to 4 for a strong one. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'right' | 'prefix'> & {
  showLabel: string
  hideLabel: string
  strength?: { score: StrengthScore; label: string }
  /** The rules of a password and whether each is met. Screen readers read `metLabel` after each rule that is met. */
  checklist?: { label: string; met: boolean }[]
  metLabel?: string
  /** Why the password would be refused although it meets the rules. Screen readers read it when it appears. */
  warning?: string | undefined
}

const STRENGTH_CLASSES = ['bg-line', 'bg-bad', 'bg-mango', 'bg-jade', 'bg-jade']

/**
 * A password field with a button that shows the password, its strength, and a list of rules that updates while the user
 * types.
 */
export function PasswordField({
  showLabel,
  hideLabel,
  strength,
  checklist,
  metLabel,
  warning,
  className,
  ...field
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={cx('grid gap-2.5', className)}>
      <Field
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        type={isShown ? 'text' : 'password'}
        right={
          <button
            type="button"
            aria-label={isShown ? hideLabel : showLabel}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="grid size-11 place-items-center rounded-field hover:text-ink"
          >
            {isShown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
          </button>
        }
      />
      {strength && <StrengthMeter {...strength} />}
      {checklist && (
        <output className="text-tiny font-semibold text-bad empty:hidden">{warning}</output>
      )}
      {checklist && (
        <ul className="grid gap-x-4 gap-y-1 text-tiny sm:grid-cols-2">
          {checklist.map(({ label, met }) => (
            <li
              key={label}
              className={cx('flex items-center gap-2', met ? 'text-jade' : 'text-soft')}
            >
              <span
                aria-hidden
                className={cx(
                  'grid size-4 shrink-0 place-items-center rounded-full border-[1.5px]',
                  met ? 'border-jade bg-jade text-card' : 'border-edge',
                )}
              >
                {met && <Check size={11} strokeWidth={3.5} />}
              </span>
              <span>{label}</span>
              {met && metLabel && <span className="sr-only">({metLabel})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function StrengthMeter({ score, label }: { score: StrengthScore; label: string }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="flex flex-1 gap-1.5">
        {[1, 2, 3, 4].map(step => (
          <span
            key={step}
            className={cx(
              'h-1.5 flex-1 rounded-full transition-colors',
              step <= score ? STRENGTH_CLASSES[score] : 'bg-line',
            )}
          />
        ))}
      </span>
      <output className="min-w-20 text-right text-tiny text-soft">{label}</output>
    </div>
  )
}
