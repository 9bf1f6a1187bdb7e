import * as m from '#messages'
import { ProfilePicture } from '#web/features/profiles/profile-picture.tsx'
import { Question, type QuestionProps } from './question.tsx'

/** Asks for a picture, which is saved as soon as it is chosen. */
export function PictureQuestion({ profile, onDone }: QuestionProps) {
  return (
    <Question
      title={m.welcome_picture()}
      text={m.welcome_picture_text()}
      pending={false}
      onAnswer={onDone}
      onSkip={onDone}
    >
      <ProfilePicture profile={profile} />
    </Question>
  )
}
