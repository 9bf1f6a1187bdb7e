import * as m from '#messages'

/**
 * Explains that the product cannot be bought because the seller has no payment account. Source: specification, buy
 * flow.
 */
export function SellerCannotBePaidNotice() {
  return (
    <div className="rounded-card border border-warn/35 bg-warn-tint px-[18px] py-4">
      <p className="font-semibold text-warn">{m.buy_no_auth_title()}</p>
      <p className="mt-0.5 text-small">{m.buy_no_auth()}</p>
    </div>
  )
}
