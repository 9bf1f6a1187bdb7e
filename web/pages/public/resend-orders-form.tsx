import { useState } from 'react'
import { OrderLookupForm, parseOrderNumber } from '#contract/orders/order-number.ts'
import { resendOrderLinks } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/**
 * Asks for the buyer's email or an order number. The server emails the links to the address of the orders, and the page
 * answers the same whether or not there are any.
 */
export function ResendOrdersForm() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo)
    return (
      <div className="grid justify-items-start gap-5">
        <h1 className="text-title">{m.order_mine_sent_title()}</h1>
        <output className="text-lead break-words text-soft">
          {m.order_mine_sent({ email: sentTo })}
        </output>
        <Button kind="ghost" onClick={() => setSentTo(undefined)}>
          {m.order_mine_other()}
        </Button>
      </div>
    )
  return (
    <>
      <h1 className="text-title">{m.order_mine()}</h1>
      <p className="mt-4 text-lead text-soft">{m.order_mine_text()}</p>
      <LookupForm onSent={setSentTo} />
    </>
  )
}

function LookupForm({ onSent }: { onSent: (emailOrNumber: string) => void }) {
  return (
    <EndpointForm
      endpoint={resendOrderLinks}
      schema={OrderLookupForm}
      fields={['emailOrNumber']}
      toInput={({ emailOrNumber }) => {
        const number = parseOrderNumber(emailOrNumber)
        return { body: number === undefined ? { email: emailOrNumber } : { number } }
      }}
      failure={m.order_mine_failed()}
      onDone={(_, { emailOrNumber }) => onSent(parseOrderNumber(emailOrNumber) ?? emailOrNumber)}
      submit={m.order_mine_submit()}
      className="mt-6 grid gap-4"
    >
      {({ field }) => (
        <Field
          label={m.order_mine_field()}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={m.order_mine_placeholder()}
          {...field('emailOrNumber')}
        />
      )}
    </EndpointForm>
  )
}
