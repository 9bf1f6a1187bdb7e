import { useState } from 'react'
import type { OwnProduct } from '#contract/products/products.ts'
import type { Coupon } from '#contract/prices/coupons.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { buildPaymentLinkPath } from '#contract/orders/payment-link.ts'
import { getQrSheetPdf } from '#contract/sales/qr-sheet.ts'
import * as m from '#messages'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Printer } from '#web/ui/icons/printer.tsx'

/** The choice of all products that the coupon names, as a cart. */
const TOGETHER = 'all'

/**
 * Hands out a payment link with the coupon filled in, for a product that the seller chooses, and a sheet with its QR
 * code.
 */
export function CouponLink({
  coupon: { code, productIds },
  products,
}: {
  coupon: Coupon
  /** The products of the seller that have a price. */
  products: readonly OwnProduct[]
}) {
  const { origin } = useSiteSettings()
  const named = products.filter(({ id }) => productIds?.includes(id) ?? true)
  const [chosen, setChosen] = useState<string>()
  const [first, ...others] = named
  if (!first) return null
  const choice = chosen ?? String(first.id)
  const ids = choice === TOGETHER ? named.map(({ id }) => id) : [Number(choice)]
  const url = origin + buildPaymentLinkPath({ ids, couponCode: code })
  const isCart = others.length > 0 && named.length <= LIMITS.cartItems
  return (
    <div className="grid min-w-0 gap-3 rounded-card bg-tint/60 p-4">
      {others.length > 0 && (
        <Select
          label={m.coupon_link_for()}
          value={choice}
          onChange={event => setChosen(event.target.value)}
          options={[
            ...named.map(({ id, name }) => ({ value: id, label: name })),
            ...(isCart ? [{ value: TOGETHER, label: m.coupon_link_together() }] : []),
          ]}
        />
      )}
      <p className="figures text-small break-all select-all">{url}</p>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          text={url}
          label={m.share_copy()}
          copiedLabel={m.copied()}
          onFail={() => showToast('error', m.dash_copy_failed({ link: url }))}
          size="small"
        />
        {choice !== TOGETHER && (
          <LinkButton
            kind="ghost"
            size="small"
            href={`/api${buildPath(getQrSheetPdf, { id: choice }, { coupon: code })}`}
            download
            icon={<Printer aria-hidden size={17} />}
          >
            {m.coupon_sheet()}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
