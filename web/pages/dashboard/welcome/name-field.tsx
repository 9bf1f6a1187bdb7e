import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useUsernameCheck } from '#web/features/profiles/use-username-check.ts'
import { UsernameField } from '#web/features/profiles/username-field.tsx'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { toUsername } from './to-username.ts'

/** The field for the kiosk's name, with the address that it makes. A name as people write it becomes a username. */
export function NameField({
  typedName,
  ownName,
  error,
  onChange,
  ...input
}: { typedName: string; ownName: string } & Omit<ComponentProps<typeof UsernameField>, 'check'>) {
  const { origin } = useSiteSettings()
  const check = useUsernameCheck(typedName, ownName)
  const takenError =
    check === 'taken' ? errorText('ERROR_PROFILE_USERNAME_EXISTS', getLocale()) : undefined
  const address = check === 'taken' || check === 'invalid' ? ownName : typedName
  return (
    <UsernameField
      {...input}
      check={check}
      error={takenError ?? error}
      placeholder={ownName}
      // A pasted name is longer than the username that it becomes.
      maxLength={LIMITS.displayName.max}
      hint={
        <>
          <span>{m.welcome_address()}</span>{' '}
          <b className="inline-block font-semibold break-all text-ink">
            {origin.replace(/^https?:\/\//, '') + paths.profile(address)}
          </b>
        </>
      }
      onChange={event => {
        event.target.value = toUsername(event.target.value)
        onChange?.(event)
      }}
    />
  )
}
