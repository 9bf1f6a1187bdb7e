import { lazy, Suspense, useState } from 'react'
import { changeSaleEmail, type SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MenuButton } from '#web/ui/overlays/menu.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { AtSign } from '#web/ui/icons/at-sign.tsx'

const ChangeAddressForm = lazy(
  persistently(() => import('#web/features/orders/support/change-address-form.tsx')),
)

/** The menu item that opens a dialog in which a seller asks for another email address of an order. */
export function ChangeAddressButton({ order }: { order: SaleOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MenuButton onClick={() => setIsOpen(true)}>
        <AtSign aria-hidden size={17} />
        {m.address_change()}
      </MenuButton>
      {isOpen && (
        <Modal
          open
          onClose={() => setIsOpen(false)}
          title={m.address_change_title()}
          description={
            order.emailChange === 'both_addresses'
              ? m.address_change_both()
              : m.address_change_new()
          }
          closeLabel={m.close()}
        >
          <Suspense fallback={<Skeleton className="h-32" />}>
            <ChangeAddressForm
              send={body =>
                callEndpoint(changeSaleEmail, { params: { orderId: order.orderId }, body })
              }
            />
          </Suspense>
        </Modal>
      )}
    </>
  )
}
