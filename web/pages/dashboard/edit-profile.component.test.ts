import { test } from 'vitest'
import { type Profile, updateProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expect, refusal, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/pages/dashboard/edit-profile.fixture.tsx')

const PROFILE: Profile = {
  id: 1,
  username: 'mapasdeana',
  bio: '',
  address: null,
  dateOfBirth: null,
  gender: null,
  languagePreference: null,
  phoneNumber: null,
  profilePictureUrl: null,
  themePreference: null,
  otherMediaLink: null,
  lastLogin: null,
  registrationDate: null,
  loginCount: 1,
}

test('the profile form keeps what was typed after a failed save, and saves it with the next press', async () => {
  const { answer, page, requestsTo, show, toasts } = await openPage()
  const saved = success(updateProfile, { ...PROFILE, bio: 'No se pierde.' })
  answer(updateProfile, refusal(502, 'ERROR_UPDATING_USER'), saved)
  await show('Form', { profile: PROFILE })
  const bio = page.getByLabel(m.my_profile_bio())
  const save = page.getByRole('button', { name: m.my_profile_save() })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await bio.fill('No se pierde.')

  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: m.my_profile_failed() }).first(),
  ).toContainText(m.ERROR_UPDATING_USER())
  await expect(bio).toHaveValue('No se pierde.')
  await save.click()

  await expect(toasts.filter({ hasText: m.my_profile_saved() })).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  expect(requestsTo(updateProfile).map(({ body }) => body)).toEqual([
    expect.objectContaining({ bio: 'No se pierde.', username: 'mapasdeana' }),
    expect.objectContaining({ bio: 'No se pierde.', username: 'mapasdeana' }),
  ])
})
