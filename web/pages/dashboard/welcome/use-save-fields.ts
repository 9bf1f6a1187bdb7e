import { useState } from 'react'
import { changeProfileFields, type ProfileForm } from '#contract/profiles.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'

/** Returns a function that saves fields of the profile and tells whether it succeeded, and whether it runs. */
export function useSaveFields() {
  const [change] = useWrite(changeProfileFields)
  const send = useCaptchaCall(changeProfileFields, input => toCallResult(change(input)))
  const [pending, setPending] = useState(false)

  const save = async (body: Partial<Pick<ProfileForm, 'username' | 'bio'>>): Promise<boolean> => {
    setPending(true)
    const result = await send({ body })
    setPending(false)
    if (!result.ok) showFailureToast(m.my_profile_failed(), result)
    return result.ok
  }
  return { save, pending }
}
