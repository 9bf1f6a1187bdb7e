import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import { SupportForm, sendSupportMessage } from '#contract/support.ts'
import * as m from '#messages'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/**
 * A form that sends an email to the marketplace's support. After it was sent, a confirmation takes its place, which
 * stays until the visitor writes another message.
 */
export function ContactForm() {
  const [sentFrom, setSentFrom] = useState<string>()
  if (sentFrom === undefined) return <MessageForm onSent={setSentFrom} />
  return (
    <Banner
      tone="ok"
      live
      title={m.help_sent_title()}
      action={
        <Button kind="ghost" size="small" onClick={() => setSentFrom(undefined)}>
          {m.help_another()}
        </Button>
      }
    >
      {m.help_sent({ email: sentFrom })}
    </Banner>
  )
}

function MessageForm({ onSent }: { onSent: (email: string) => void }) {
  return (
    <EndpointForm
      endpoint={sendSupportMessage}
      schema={SupportForm}
      fields={['email', 'message']}
      toInput={body => ({ body })}
      failure={m.message_failed()}
      onDone={(_, { email }) => onSent(email)}
      submit={m.help_send()}
      align="start"
    >
      {({ form, field }) => (
        <>
          <Field
            label={m.help_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('email')}
          />
          <TextArea
            label={m.help_message()}
            placeholder={m.help_message_placeholder()}
            rows={5}
            counterMax={LIMITS.message.max}
            {...field('message')}
          />
          <OrderNumber form={form} />
        </>
      )}
    </EndpointForm>
  )
}

/**
 * Begins the message with the order's number if the page was opened from an order. It is set after hydration, since the
 * HTML of the page is cached without the query.
 */
function OrderNumber({
  form: { setValue, getValues },
}: {
  form: Pick<UseFormReturn<{ email: string; message: string }>, 'setValue' | 'getValues'>
}) {
  const orderNumber = useSearchParams()[0].get('order')
  useEffect(() => {
    if (orderNumber && !getValues('message'))
      setValue('message', `${m.order_number({ number: orderNumber.slice(0, 9) })}: `)
  }, [orderNumber, getValues, setValue])
  return null
}
