import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const MessageSellerForm = lazy(() => import('./message-seller-form.tsx'))

/** Lets a buyer write to the seller of an order. */
export function MessageSeller({ token, seller }: { token: string; seller: string }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details
      className="border-t border-line py-1 text-small text-soft"
      onToggle={event => event.currentTarget.open && setIsOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center">{m.message_ask()}</summary>
      {isOpened && (
        <div className="grid justify-items-start gap-4 pb-4">
          <p>{m.message_text({ seller })}</p>
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <MessageSellerForm token={token} seller={seller} />
          </Suspense>
        </div>
      )}
    </details>
  )
}
