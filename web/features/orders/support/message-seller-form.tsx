import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { messageSeller, OrderMessageForm } from '#contract/buyer-messages.ts'
import * as m from '#messages'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** The form in which a buyer writes to the seller of an order. */
export default function MessageSellerForm({ token, seller }: { token: string; seller: string }) {
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <output className="text-small">{m.message_sent({ seller })}</output>
  return (
    <EndpointForm
      endpoint={messageSeller}
      schema={OrderMessageForm}
      fields={['message']}
      toInput={body => ({ params: { token }, body })}
      failure={m.message_failed()}
      onDone={() => setIsSent(true)}
      submit={m.message_submit()}
      align="start"
      className="grid w-full min-w-0 gap-4"
    >
      {({ field }) => (
        <TextArea
          label={m.message_label()}
          rows={4}
          maxLength={LIMITS.message.max}
          {...field('message')}
        />
      )}
    </EndpointForm>
  )
}
