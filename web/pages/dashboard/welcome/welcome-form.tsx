import * as z from 'zod/mini'
import { issueKey, optionalText } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { type Profile, Username, changeProfileFields } from '#contract/profiles.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { ProfilePicture } from '#web/features/profiles/profile-picture.tsx'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Counter } from '#web/ui/forms/control.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { NameField } from './name-field.tsx'

/** The answers of a new seller, of which each can be empty. */
const Answers = z.object({
  username: z.union([z.literal(''), Username], { error: issueKey('issue_username') }),
  bio: optionalText(LIMITS.bio.max),
})
type Answers = z.infer<typeof Answers>

/**
 * The form of a new seller. It saves what was filled in, and goes on at once if nothing was. The picture is saved as
 * soon as it is chosen.
 * @param onDone is called when the answers are saved, or left for later
 */
export function WelcomeForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const [change] = useWrite(changeProfileFields)
  const save = useCaptchaCall(changeProfileFields, input => toCallResult(change(input)))

  const send = async ({ username, bio }: Answers) => {
    const body = {
      ...(username !== '' && username !== profile.username && { username }),
      ...(bio !== '' && bio !== profile.bio && { bio }),
    }
    return Object.keys(body).length === 0 ? { ok: true as const, body: profile } : save({ body })
  }
  return (
    <Card panel>
      <CallForm<Answers, Answers, Profile>
        schema={Answers}
        hasCaptcha
        fields={['username', 'bio']}
        defaultValues={{ username: '', bio: profile.bio ?? '' }}
        send={send}
        failure={m.my_profile_failed()}
        errorFields={{ ERROR_PROFILE_USERNAME_EXISTS: 'username' }}
        onDone={onDone}
        submit={m.welcome_next()}
        align="start"
        cancel={m.welcome_skip()}
        onCancel={onDone}
        className="grid gap-5"
      >
        {({ form, field }) => (
          <>
            <NameField
              typedName={form.watch('username')}
              ownName={profile.username}
              {...field('username')}
            />
            <ProfilePicture profile={profile} />
            <Field
              label={m.welcome_bio()}
              placeholder={m.welcome_bio_example()}
              autoComplete="off"
              maxLength={LIMITS.bio.max}
              aside={<Counter length={form.watch('bio').length} max={LIMITS.bio.max} />}
              {...field('bio')}
            />
          </>
        )}
      </CallForm>
    </Card>
  )
}
