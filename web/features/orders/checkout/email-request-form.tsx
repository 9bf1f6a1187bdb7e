import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { Email } from '#contract/core/fields.ts'
import { maskOwnEmail } from '#contract/core/mask-email.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import type { CallResult } from '#web/shared/forms/call-result.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const Schema = z.object({ email: Email })

/** A form of the product page that asks for an email, and says what follows when it was sent. */
export function EmailRequestForm<Reply>({
  label,
  hint,
  submit,
  failed,
  describeFailure,
  send: call,
  done,
}: {
  label: string
  hint: string
  submit: string
  /** The title of the failure. */
  failed: string
  /** Returns the text of a failure; undefined for the usual one. */
  describeFailure?: (failure: ApiFailure) => string | undefined
  send: (email: string) => Promise<CallResult<Reply>>
  /** What is shown instead of the form, for the masked email and the reply. */
  done: (email: string, reply: Reply) => { title: string; text: string }
}) {
  const [email, setEmail] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [reply, setReply] = useState<{ body: Reply }>()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<ApiFailure>()

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The field is read here, so that an email typed before hydration counts too.
    const parsed = Schema.safeParse({ email: new FormData(event.currentTarget).get('email') })
    if (!parsed.success) return setError(m.issue_email_invalid())
    setEmail(parsed.data.email)
    setIsSending(true)
    setError(undefined)
    setFailure(undefined)
    const result = await call(parsed.data.email)
    setIsSending(false)
    if (result.ok) setReply({ body: result.body })
    else setFailure(result)
  }

  if (reply) {
    const { title, text } = done(maskOwnEmail(email), reply.body)
    return (
      <output className="block rounded-card bg-jade-tint px-[18px] py-4">
        <span className="block font-semibold">{title}</span>
        <span className="mt-0.5 block text-small">{text}</span>
      </output>
    )
  }
  return (
    <form noValidate aria-label={label} className="grid gap-3" onSubmit={event => void send(event)}>
      <Field
        label={label}
        hint={hint}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        name="email"
      />
      <FormFailure
        title={failed}
        failure={failure}
        {...(failure && { text: describeFailure?.(failure) })}
      />
      <Button type="submit" wide pending={isSending}>
        {submit}
      </Button>
    </form>
  )
}
