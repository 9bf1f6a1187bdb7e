import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { issueText } from '#messages/issues'
import { getLocale } from '#messages/runtime'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Question, type QuestionProps } from './question.tsx'
import { useSaveFields } from './use-save-fields.ts'

/** Asks for one line about the seller. */
export function BioQuestion({ profile, onDone }: QuestionProps) {
  const [bio, setBio] = useState(profile.bio ?? '')
  const [hasTried, setHasTried] = useState(false)
  const { save, pending } = useSaveFields()
  const isMissing = bio.trim() === ''

  const answer = async () => {
    setHasTried(true)
    if (!isMissing && (await save({ bio }))) onDone()
  }
  return (
    <Question
      title={m.welcome_bio()}
      text={m.welcome_bio_text()}
      pending={pending}
      onAnswer={() => void answer()}
      onSkip={onDone}
    >
      <TextArea
        label={m.my_profile_bio()}
        placeholder={m.my_profile_bio_placeholder()}
        rows={2}
        maxLength={LIMITS.bio.max}
        counterMax={LIMITS.bio.max}
        value={bio}
        error={hasTried && isMissing ? issueText('issue_bio_required', getLocale()) : undefined}
        onChange={event => setBio(event.target.value)}
      />
    </Question>
  )
}
