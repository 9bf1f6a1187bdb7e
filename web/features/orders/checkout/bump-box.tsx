import type { Currency } from '#contract/core/fields.ts'
import type { Bump } from '#contract/prices/bumps.ts'
import { type QuoteFacts, quote } from '#contract/prices/quote.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import type { PurchaseItem } from './purchase-state.ts'

/** Returns the product that is offered beside another one as a line of its purchase. */
export const toBumpItem = (
  { id, name, price }: Bump,
  beside: PurchaseItem,
): PurchaseItem & { name: string } => ({
  id,
  name,
  price,
  currency: beside.currency,
  isPriceDynamic: false,
  bumpOf: beside.id,
})

/** Returns what a product costs beside another one, in whole units, whatever coupon there is. */
export const findBumpPrice = ({ id, bumpOf }: PurchaseItem, facts: QuoteFacts): number =>
  quote({ products: [{ id: bumpOf! }, { id, bumpOf }] }, { ...facts, coupon: null }).lines[1]!.price

/** Offers one more product with a box to tick. It is not ticked at first, and the whole text is its label. */
export function BumpBox({
  bump,
  price: amount,
  currency,
  checked,
  onChange,
}: {
  bump: Bump
  /** What it costs now, in whole units. */
  price: number
  currency: Currency
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const { name, imageFile } = bump
  const price = formatPrice(amount, currency)
  const alone = bump.listPrice ?? bump.price
  return (
    <div className="grid gap-1 rounded-card border border-dashed border-edge bg-tint/50 p-3.5">
      <Checkbox
        checked={checked}
        onChange={event => onChange(event.target.checked)}
        label={
          <span className="flex items-center gap-3">
            <span className="w-12 shrink-0 rounded-[5px] shadow-soft">
              <Cover src={imageFile} alt="" title={name} sizes="48px" />
            </span>
            <span className="min-w-0">
              <span className="block font-[650] break-words">{m.bump_add({ name, price })}</span>
              {amount < alone && (
                <span className="figures block text-small text-soft">
                  {m.bump_alone({ price: formatPrice(alone, currency) })}
                </span>
              )}
            </span>
          </span>
        }
      />
      <a
        href={paths.product(bump)}
        target="_blank"
        rel="noopener"
        className="link inline-flex min-h-11 items-center justify-self-start text-small"
      >
        {m.bump_see({ name })}
      </a>
    </div>
  )
}
