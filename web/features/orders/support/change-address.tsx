import { lazy, Suspense, useState } from 'react'
import { changeOrderEmail } from '#contract/orders/address-change.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { persistently } from '#web/ui/load-code.ts'

const ChangeAddressForm = lazy(persistently(() => import('./change-address-form.tsx')))

/** Lets a buyer ask for another email address of an order, for instance after a slip of the fingers. */
export function ChangeAddress({ token }: { token: string }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details
      className="border-t border-line py-1 text-small text-soft"
      onToggle={event => event.currentTarget.open && setIsOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center">{m.address_ask()}</summary>
      {isOpened && (
        <div className="grid justify-items-start gap-4 pb-4">
          <p>{m.address_text()}</p>
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <ChangeAddressForm
              send={body => callEndpoint(changeOrderEmail, { params: { token }, body })}
            />
          </Suspense>
        </div>
      )}
    </details>
  )
}
