import { useState } from 'react'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { Button, type ButtonKind, type ButtonSize } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ArrowUpRight } from '#web/ui/icons/arrow-up-right.tsx'

/**
 * A button that opens MercadoPago's consent page. The URL is fetched on the click, because it is valid for a few
 * minutes only.
 */
export function ConnectButton({
  label,
  kind,
  size,
}: {
  label: string
  kind?: ButtonKind
  size?: ButtonSize
}) {
  const [isLeaving, setIsLeaving] = useState(false)

  const connect = async () => {
    setIsLeaving(true)
    const result = await callEndpoint(getMercadoPagoAuthUrl, {})
    if (result.ok) return location.assign(result.body.authURL)
    setIsLeaving(false)
    // A cancelled proof of identity is no failure.
    if (result.code !== 'ERROR_REAUTHENTICATION_REQUIRED')
      showToast('error', m.payment_connect_failed())
  }

  return (
    <Button
      kind={kind}
      size={size}
      pending={isLeaving}
      onClick={() => void connect()}
      icon={<ArrowUpRight aria-hidden size={18} className="order-last" />}
    >
      {label}
    </Button>
  )
}
