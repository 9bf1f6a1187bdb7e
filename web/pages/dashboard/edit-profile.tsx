import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import { LIMITS } from '#contract/core/limits.ts'
import { type Profile, ProfileForm, addWebScheme, updateProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useWrite } from '#web/api/query.ts'
import { ProfileHeader } from '#web/features/profiles/profile-header.tsx'
import { ProfilePicture } from '#web/features/profiles/profile-picture.tsx'
import { useUsernameCheck } from '#web/features/profiles/use-username-check.ts'
import { UsernameField } from '#web/features/profiles/username-field.tsx'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

type SocialNetwork = 'instagram' | 'tiktok' | 'youtube' | 'twitter' | 'facebook' | 'linkedIn'
type Input = z.input<typeof ProfileForm>

const FIELD_NAMES = [
  'username',
  'displayName',
  'bio',
  'webpage',
  'contactEmail',
  'whatsapp',
  'instagram',
  'tiktok',
  'youtube',
  'twitter',
  'facebook',
  'linkedIn',
] as const

const toFormInput = (profile: Profile): Input => ({
  username: profile.username,
  displayName: profile.displayName ?? '',
  bio: profile.bio ?? '',
  contactEmail: profile.contactEmail ?? '',
  whatsapp: profile.whatsapp ?? '',
  instagram: profile.instagram ?? '',
  tiktok: profile.tiktok ?? '',
  youtube: profile.youtube ?? '',
  webpage: profile.webpage ?? '',
  twitter: profile.twitter ?? '',
  facebook: profile.facebook ?? '',
  linkedIn: profile.linkedIn ?? '',
})

/** The form for the public profile, with a preview of the profile. Source: specification, validation of profile. */
export function EditProfile({ profile }: { profile: Profile }) {
  const { form, field, attempt, showErrors, fieldErrors } = useEndpointForm<Input, ProfileForm>(
    ProfileForm,
    FIELD_NAMES,
    { defaultValues: toFormInput(profile) },
  )
  const [change] = useWrite(updateProfile)
  const save = useCaptchaCall(updateProfile, input => toCallResult(change(input)))
  const { revalidate } = useRevalidator()
  const username = field('username')
  // React Hook Form only tracks those state fields that are read during the render, so all are read here.
  const { isValid, isDirty, isSubmitting, defaultValues } = form.formState
  const values = form.watch()
  const check = useUsernameCheck(values.username, profile.username)
  const isValidating = check === 'waiting' || check === 'checking'
  const takenError =
    check === 'taken' ? errorText('ERROR_PROFILE_USERNAME_EXISTS', getLocale()) : undefined

  // Saving the form again mails another link.
  const isContactUnconfirmed =
    profile.isContactEmailConfirmed === false && values.contactEmail === profile.contactEmail

  const submit = form.handleSubmit(async values => {
    if (isValidating || takenError || !(isDirty || isContactUnconfirmed)) return showErrors()
    const result = await save({ body: values })
    if (!result.ok) {
      const { code } = result
      if (code === 'ERROR_PROFILE_USERNAME_EXISTS' || code === 'ERROR_INVALID_USERNAME')
        form.setError('username', { message: code })
      // The specification asks for a toast.
      return showFailureToast(m.my_profile_failed(), result)
    }
    form.reset(toFormInput(result.body))
    showToast('success', m.my_profile_saved())
    // The username is in the menus too, so the loader data are reloaded.
    await revalidate()
  }, showErrors)

  const summaryErrors = [
    ...fieldErrors.filter(({ name }) => !(takenError && name === 'username')),
    ...(takenError ? [{ name: 'username', message: takenError }] : []),
  ]
  const link = (name: SocialNetwork, label: string, prefix: string) => (
    <Field
      label={label}
      prefix={prefix}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field(name)}
    />
  )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Card panel>
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaWarning />
          <ErrorSummary title={m.form_problems()} errors={summaryErrors} attempt={attempt} />
          <ProfilePicture profile={profile} />
          <UsernameField check={check} {...username} error={takenError ?? username.error} />
          <Field
            label={m.my_profile_name()}
            hint={m.my_profile_name_hint()}
            autoComplete="organization"
            maxLength={LIMITS.displayName.max}
            {...field('displayName')}
          />
          <TextArea
            label={m.my_profile_bio()}
            placeholder={m.my_profile_bio_placeholder()}
            rows={3}
            counterMax={LIMITS.bio.max}
            defaultValue={defaultValues?.bio}
            {...field('bio')}
          />
          <Field
            label={m.my_profile_contact_email()}
            hint={
              isContactUnconfirmed
                ? m.my_profile_contact_unconfirmed()
                : m.my_profile_contact_hint()
            }
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('contactEmail')}
          />
          <Field
            label="WhatsApp"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+54 9 11 2345 6789"
            {...field('whatsapp')}
          />
          <Field
            label={m.my_profile_webpage()}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://"
            {...field('webpage')}
          />
          <div className="grid gap-5">
            {link('instagram', 'Instagram', 'instagram.com/')}
            {link('tiktok', 'TikTok', 'tiktok.com/@')}
            {link('youtube', 'YouTube', 'youtube.com/@')}
            {link('twitter', 'X', 'x.com/')}
            {link('facebook', 'Facebook', 'facebook.com/')}
            {link('linkedIn', 'LinkedIn', 'linkedin.com/in/')}
          </div>
          <SubmitButton
            isReady={isValid && (isDirty || isContactUnconfirmed) && !isValidating && !takenError}
            pending={isSubmitting}
            className="w-full sm:w-auto sm:justify-self-start"
          >
            {m.my_profile_save()}
          </SubmitButton>
        </form>
      </Card>
      <section aria-label={m.my_profile_preview()} className="min-w-0 xl:sticky xl:top-6">
        <p className="mb-3 text-small font-semibold text-soft">{m.my_profile_preview()}</p>
        <ProfileHeader
          isCompact
          profile={{
            username: values.username.trim().replace(/^@/, '') || profile.username,
            bio: values.bio,
            displayName: values.displayName?.trim() || null,
            contactEmail: values.contactEmail?.trim() || null,
            whatsapp: values.whatsapp?.trim() || null,
            instagram: values.instagram ?? null,
            tiktok: values.tiktok ?? null,
            youtube: values.youtube ?? null,
            webpage: values.webpage ? addWebScheme(values.webpage.trim()) : null,
            twitter: values.twitter ?? null,
            facebook: values.facebook ?? null,
            linkedIn: values.linkedIn ?? null,
            profilePictureUrl: profile.profilePictureUrl,
          }}
        />
      </section>
    </div>
  )
}
