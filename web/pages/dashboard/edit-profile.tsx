import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import { LIMITS } from '#contract/core/limits.ts'
import { type Profile, ProfileForm, addWebScheme } from '#contract/profiles.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { profilesApi } from '#web/features/profiles/api.ts'
import { ProfileHeader } from '#web/features/profiles/profile-header.tsx'
import { ProfilePicture } from '#web/features/profiles/profile-picture.tsx'
import { useUsernameCheck } from '#web/features/profiles/use-username-check.ts'
import { UsernameField } from '#web/features/profiles/username-field.tsx'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
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
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm<Input, ProfileForm>(
    ProfileForm,
    FIELD_NAMES,
    { defaultValues: toFormInput(profile) },
  )
  const [save] = profilesApi.useUpdateProfileMutation()
  const takeCaptcha = useCaptcha('edit_profile_form')
  const { revalidate } = useRevalidator()
  const { register } = form
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
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return showToast('error', m.create_captcha())
    const { data, error } = await save({ body: values, captcha })
    if (!data) {
      const code = error && 'status' in error ? error.code : 'UNKNOWN_ERROR'
      if (code === 'ERROR_PROFILE_USERNAME_EXISTS' || code === 'ERROR_INVALID_USERNAME')
        form.setError('username', { message: code })
      return showToast('error', <FailureText text={errorText(code, getLocale())} />)
    }
    form.reset(toFormInput(data))
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
      error={errorOf(name)}
      {...register(name)}
    />
  )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Card panel>
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaWarning />
          <ErrorSummary title={m.form_problems()} errors={summaryErrors} attempt={attempt} />
          <ProfilePicture profile={profile} />
          <UsernameField
            check={check}
            error={takenError ?? errorOf('username')}
            {...register('username')}
          />
          <Field
            label={m.my_profile_name()}
            hint={m.my_profile_name_hint()}
            autoComplete="organization"
            maxLength={LIMITS.displayName.max}
            error={errorOf('displayName')}
            {...register('displayName')}
          />
          <TextArea
            label={m.my_profile_bio()}
            placeholder={m.my_profile_bio_placeholder()}
            rows={3}
            counterMax={LIMITS.bio.max}
            defaultValue={defaultValues?.bio}
            error={errorOf('bio')}
            {...register('bio')}
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
            error={errorOf('contactEmail')}
            {...register('contactEmail')}
          />
          <Field
            label="WhatsApp"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+54 9 11 2345 6789"
            error={errorOf('whatsapp')}
            {...register('whatsapp')}
          />
          <Field
            label={m.my_profile_webpage()}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://"
            error={errorOf('webpage')}
            {...register('webpage')}
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

function FailureText({ text }: { text: string }) {
  return (
    <span>
      <b className="block font-semibold">{m.my_profile_failed()}</b>
      <span className="block">{text}</span>
    </span>
  )
}
