import { type FormEvent, useState } from 'react'
import {
  AvailabilityForm as Schema,
  requestAvailabilityEmail,
} from '#contract/catalog/availability.ts'
import { maskOwnEmail } from '#contract/core/mask-email.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { callEndpoint } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** A form that asks for one email when the product can be bought. */
export function AvailabilityForm({ productId }: { productId: number }) {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open')
  const [error, setError] = useState<string>()
  const takeCaptcha = useCaptcha('availability_form')

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The field is read here, so that an email typed before hydration counts too.
    const parsed = Schema.safeParse({ email: new FormData(event.currentTarget).get('email') })
    if (!parsed.success) return setError(m.issue_email_invalid())
    setEmail(parsed.data.email)
    setState('sending')
    setError(undefined)
    const captcha = await takeCaptcha().catch(() => undefined)
    const result =
      captcha !== undefined &&
      (await callEndpoint(requestAvailabilityEmail, {
        params: { id: String(productId) },
        body: parsed.data,
        captcha,
      }))
    if (result && result.ok) return setState('done')
    setState('open')
    setError(errorText(result ? result.code : 'ERROR_CAPTCHA_FAILED', getLocale()))
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
      <Button type="submit" wide pending={state === 'sending'}>
        {m.availability_submit()}
      </Button>
    </form>
  )
}
