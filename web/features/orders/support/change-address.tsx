import { lazy, Suspense } from 'react'
import { changeOrderEmail } from '#contract/address-change.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { HelpRow } from './help-row.tsx'

const ChangeAddressForm = lazy(persistently(() => import('./change-address-form.tsx')))

/** Lets a buyer ask for another email address of an order, for instance after a slip of the fingers. */
export function ChangeAddress({ token }: { token: string }) {
  return (
    <HelpRow label={m.address_ask()}>
      <p>{m.address_text()}</p>
      <Suspense fallback={<Skeleton className="h-32 w-full" />}>
        <ChangeAddressForm
          send={body => callEndpoint(changeOrderEmail, { params: { token }, body })}
        />
      </Suspense>
    </HelpRow>
  )
}
