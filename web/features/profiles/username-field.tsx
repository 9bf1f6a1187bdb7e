import type { ComponentPropsWithRef, ReactNode } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Check } from '#web/ui/icons/check.tsx'
import type { UsernameCheck } from './use-username-check.ts'

/**
 * The username field, with the result of the availability check. While the check runs, the field is read-only instead
 * of disabled, so that it keeps the focus.
 */
export function UsernameField({
  check,
  error,
  hint = m.my_profile_username_hint(),
  ...input
}: ComponentPropsWithRef<'input'> & {
  check: UsernameCheck
  error: string | undefined
  hint?: ReactNode
}) {
  const isValidating = check === 'waiting' || check === 'checking'
  return (
    <div>
      <Field
        label={m.my_profile_username()}
        prefix="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // The limit allows one more character, because users may type an `@` before the username.
        maxLength={LIMITS.username.max + 1}
        hint={hint}
        error={error}
        readOnly={check === 'checking'}
        aria-busy={isValidating || undefined}
        right={
          isValidating ? (
            <Spinner className="size-5" />
          ) : (
            check === 'free' && <Check aria-hidden size={20} className="text-jade" />
          )
        }
        {...input}
      />
      <output className="sr-only">
        {isValidating && <span>{m.my_profile_username_checking()}</span>}
        {check === 'free' && <span>{m.my_profile_username_free()}</span>}
      </output>
    </div>
  )
}
