import { type FormEvent, useState } from 'react'
import {
  AvailabilityForm as Schema,
  requestAvailabilityEmail,
} from '#contract/catalog/availability.ts'
import { maskOwnEmail } from '#contract/core/mask-email.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** A form that asks for one email when the product can be bought. */
export function AvailabilityForm({ productId }: { productId: number }) {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<ApiFailure>()
  const call = useCaptchaCall(requestAvailabilityEmail)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The field is read here, so that an email typed before hydration counts too.
    const parsed = Schema.safeParse({ email: new FormData(event.currentTarget).get('email') })
    if (!parsed.success) return setError(m.issue_email_invalid())
    setEmail(parsed.data.email)
    setState('sending')
    setError(undefined)
    setFailure(undefined)
    const result = await call({ params: { id: String(productId) }, body: parsed.data })
    setState(result.ok ? 'done' : 'open')
    if (!result.ok) setFailure(result)
  }

  if (state === 'done')
    return (
      <output className="block rounded-card bg-jade-tint px-[18px] py-4">
        <span className="block font-semibold">{m.availability_done_title()}</span>
        <span className="mt-0.5 block text-small">
          {m.availability_done({ email: maskOwnEmail(email) })}
        </span>
      </output>
    )
  return (
    <form
      noValidate
      aria-label={m.availability_label()}
      className="grid gap-3"
      onSubmit={event => void send(event)}
    >
      <Field
        label={m.availability_label()}
        hint={m.availability_hint()}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        name="email"
      />
      <FormFailure title={m.availability_failed()} failure={failure} />
      <Button type="submit" wide pending={state === 'sending'}>
        {m.availability_submit()}
      </Button>
    </form>
  )
}
