import { useState } from 'react'
import { renewOrderLink } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'

/**
 * Emails the buyer of an order a new link.
 * @returns whether the call runs or has succeeded, and a function that makes it and tells whether it succeeded
 */
export function useRenewLink(token: string) {
  const [status, setStatus] = useState<'idle' | 'sending' | 'sent'>('idle')
  const renew = async (): Promise<boolean> => {
    setStatus('sending')
    const result = await callEndpoint(renewOrderLink, { params: { token } })
    setStatus(result.ok ? 'sent' : 'idle')
    if (!result.ok) showFailureToast(m.order_link_failed(), result)
    return result.ok
  }
  return { status, renew }
}
