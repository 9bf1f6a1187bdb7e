import { useEffect, useRef, useState } from 'react'
import { requestWithdrawal } from '#contract/withdrawals.ts'
import * as m from '#messages'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/**
 * Asks for an email address or an order number, and shows the code of the request. The page says the same whether or
 * not there is an order.
 */
export function WithdrawalForm() {
  const [code, setCode] = useState<string>()
  if (code !== undefined) return <ShownCode code={code} onAgain={() => setCode(undefined)} />
  return (
    <>
      <h1 className="text-title">{m.withdrawal_title()}</h1>
      <p className="mt-4 text-lead text-soft">{m.withdrawal_lead()}</p>
      <ContactForm onCode={setCode} />
    </>
  )
}

function ShownCode({ code, onAgain }: { code: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-5">
      <h1 ref={heading} tabIndex={-1} className="text-title">
        {m.withdrawal_sent_title()}
      </h1>
      <p>
        {m.withdrawal_sent_code()}{' '}
        <strong className="figures font-display text-[1.4rem] whitespace-nowrap">{code}</strong>
      </p>
      <output className="text-lead text-soft">{m.withdrawal_sent()}</output>
      <Button kind="ghost" onClick={onAgain}>
        {m.withdrawal_sent_other()}
      </Button>
    </div>
  )
}

function ContactForm({ onCode }: { onCode: (code: string) => void }) {
  return (
    <EndpointForm
      endpoint={requestWithdrawal}
      schema={requestWithdrawal.body}
      fields={['contact']}
      toInput={body => ({ body })}
      failure={m.withdrawal_failed()}
      onDone={({ code }) => onCode(code)}
      submit={m.withdrawal_submit()}
      className="mt-6 grid gap-4"
    >
      {({ field }) => (
        <Field
          label={m.withdrawal_field()}
          hint={m.withdrawal_hint()}
          autoComplete="email"
          {...field('contact')}
        />
      )}
    </EndpointForm>
  )
}
