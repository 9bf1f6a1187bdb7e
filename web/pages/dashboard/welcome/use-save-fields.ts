import { useState } from 'react'
import type { ProfileForm } from '#contract/profiles.ts'
import * as m from '#messages'
import { useCaptcha } from '#web/api/captcha.ts'
import { profilesApi } from '#web/features/profiles/api.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Returns a function that saves fields of the profile and tells whether it succeeded, and whether it runs. */
export function useSaveFields() {
  const [change] = profilesApi.useChangeProfileFieldsMutation()
  const takeCaptcha = useCaptcha('edit_profile_form')
  const [pending, setPending] = useState(false)

  const save = async (body: Partial<Pick<ProfileForm, 'username' | 'bio'>>): Promise<boolean> => {
    setPending(true)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) {
      setPending(false)
      showToast('error', m.create_captcha())
      return false
    }
    const { error } = await change({ body, captcha })
    setPending(false)
    if (error) showFailureToast(m.my_profile_failed(), error)
    return !error
  }
  return { save, pending }
}
