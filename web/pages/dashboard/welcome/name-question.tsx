import { useState } from 'react'
import { Username } from '#contract/profiles.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { issueText } from '#messages/issues'
import { getLocale } from '#messages/runtime'
import { useUsernameCheck } from '#web/features/profiles/use-username-check.ts'
import { UsernameField } from '#web/features/profiles/username-field.tsx'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Question, type QuestionProps } from './question.tsx'
import { toUsername } from './to-username.ts'
import { useSaveFields } from './use-save-fields.ts'

/** Asks for the kiosk's name and shows the address that it makes. */
export function NameQuestion({ profile, onDone }: QuestionProps) {
  const { origin } = useSiteSettings()
  const [name, setName] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const check = useUsernameCheck(name, profile.username)
  const { save, pending } = useSaveFields()

  const answer = async () => {
    setHasTried(true)
    if (!Username.safeParse(name).success || check === 'taken') return
    if (name === profile.username || (await save({ username: name }))) onDone()
  }
  const getError = () => {
    if (check === 'taken') return errorText('ERROR_PROFILE_USERNAME_EXISTS', getLocale())
    return hasTried && check === 'invalid' ? issueText('issue_username', getLocale()) : undefined
  }
  return (
    <Question
      title={m.welcome_name()}
      text={m.welcome_name_text()}
      pending={pending}
      onAnswer={() => void answer()}
      onSkip={onDone}
    >
      <UsernameField
        check={name === '' ? 'invalid' : check}
        error={getError()}
        value={name}
        onChange={event => setName(toUsername(event.target.value))}
      />
      <p className="rounded-field border border-line bg-tint/60 px-3.5 py-3 break-all">
        <span className="block text-tiny text-soft">{m.welcome_address()}</span>
        <b className="font-semibold">
          {origin.replace(/^https?:\/\//, '')}
          {paths.profile(name || profile.username)}
        </b>
      </p>
    </Question>
  )
}
