import { useState } from 'react'
import type { AddressChangeReply } from '#contract/orders/address-change.ts'
import { AddressForm } from '#contract/orders/address-change.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { suggestEmail } from '../checkout/email-suggestion.ts'

type Sent = { email: string } & AddressChangeReply

/** Asks for another email address of an order, and then says who must confirm it. */
export default function ChangeAddressForm({
  send,
}: {
  send: (
    form: AddressForm,
  ) => Promise<{ ok: true; body: AddressChangeReply } | ({ ok: false } & ApiFailure)>
}) {
  const [sent, setSent] = useState<Sent>()
  const [failure, setFailure] = useState<ApiFailure>()
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(AddressForm, [
    'newEmail',
  ])
  const { isValid, isSubmitting } = form.formState
  const suggestion = suggestEmail(form.watch('newEmail') ?? '')

  if (sent)
    return (
      <output className="grid gap-2 text-small">
        <b className="font-[650]">{m.address_sent_title()}</b>
        <span className="break-words">{m.address_sent({ email: sent.email })}</span>
        {sent.confirmedBy === 'both_addresses' && <span>{m.address_sent_both()}</span>}
      </output>
    )
  const submit = async (body: AddressForm) => {
    setFailure(undefined)
    const result = await send(body)
    if (result.ok) return setSent({ email: body.newEmail, ...result.body })
    if (result.code === 'ERROR_USER_EMAIL_SAME_AS_CURRENT')
      return form.setError('newEmail', { message: 'issue_email_same' }, { shouldFocus: true })
    setFailure(result)
  }
  return (
    <form
      method="post"
      noValidate
      className="grid w-full min-w-0 gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.address_new()}
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder={m.field_email_placeholder()}
        error={errorOf('newEmail')}
        {...form.register('newEmail')}
      />
      {suggestion && (
        <p className="text-small">
          {m.buy_did_you_mean()}{' '}
          <button
            type="button"
            className="link min-h-11 font-semibold"
            onClick={() =>
              form.setValue('newEmail', suggestion, { shouldValidate: true, shouldDirty: true })
            }
          >
            {suggestion}
          </button>
          ?
        </p>
      )}
      <FormFailure title={m.address_failed()} failure={failure} />
      <SubmitButton isReady={isValid} pending={isSubmitting} className="justify-self-start">
        {m.address_submit()}
      </SubmitButton>
    </form>
  )
}
