import { useState } from 'react'
import { AddressForm, type AddressChangeReply } from '#contract/address-change.ts'
import * as m from '#messages'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import type { CallResult } from '#web/shared/forms/call-result.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { suggestEmail } from '../checkout/email-suggestion.ts'

type Sent = { email: string } & AddressChangeReply

/** Asks for another email address of an order, and then says who must confirm it. */
export default function ChangeAddressForm({
  send,
}: {
  send: (form: AddressForm) => Promise<CallResult<AddressChangeReply>>
}) {
  const [sent, setSent] = useState<Sent>()
  if (sent)
    return (
      <output className="grid gap-2 text-small">
        <b className="font-[650]">{m.address_sent_title()}</b>
        <span className="break-words">{m.address_sent({ email: sent.email })}</span>
        {sent.confirmedBy === 'both_addresses' && <span>{m.address_sent_both()}</span>}
      </output>
    )
  return (
    <CallForm
      schema={AddressForm}
      fields={['newEmail']}
      send={send}
      failure={m.address_failed()}
      errorFields={{ ERROR_USER_EMAIL_SAME_AS_CURRENT: 'newEmail' }}
      onDone={(reply, { newEmail }) => setSent({ email: newEmail, ...reply })}
      submit={m.address_submit()}
      align="start"
      className="grid w-full min-w-0 gap-4"
    >
      {({ form, field }) => {
        const suggestion = suggestEmail(form.watch('newEmail') ?? '')
        return (
          <>
            <Field
              label={m.address_new()}
              type="email"
              inputMode="email"
              autoComplete="email"
              placeholder={m.field_email_placeholder()}
              {...field('newEmail')}
            />
            {suggestion && (
              <p className="text-small">
                {m.buy_did_you_mean()}{' '}
                <button
                  type="button"
                  className="link min-h-11 font-semibold"
                  onClick={() =>
                    form.setValue('newEmail', suggestion, {
                      shouldValidate: true,
                      shouldDirty: true,
                    })
                  }
                >
                  {suggestion}
                </button>
                ?
              </p>
            )}
          </>
        )
      }}
    </CallForm>
  )
}
