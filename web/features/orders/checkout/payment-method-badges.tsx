import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { type MethodKind, listPaymentMethods } from './payment-methods.ts'

const ICON_PATHS: Record<MethodKind, string> = {
  card: 'M1.500 3.500h13v9h-13zM1.500 6.500h13M4 10h3',
  cash: 'M1.500 4h13v8h-13zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  transfer: 'M2 5.500h11l-3-3M14 10.500H3l3 3',
  wallet: 'M2 4.500h10.500v8H2zM2 4.500l8-2.500v2.500M10 8.500h4',
}

/** Says where the buyer pays, and names the payment methods of the country of the currency. */
export function PaymentMethodBadges({ currency }: { currency: Currency }) {
  return (
    <div className="grid gap-2.5 text-small">
      <p className="flex items-center justify-center gap-2 text-center text-soft">
        <svg
          aria-hidden
          viewBox="0 0 16 16"
          className="size-4 shrink-0 fill-none stroke-jade stroke-[1.6]"
        >
          <path d="M3.500 7h9v7h-9zM5.500 7V4.500a2.500 2.500 0 0 1 5 0V7" strokeLinejoin="round" />
        </svg>
        {m.buy_at_provider()}
      </p>
      <ul aria-label={m.buy_methods()} className="flex flex-wrap justify-center gap-1.5">
        {listPaymentMethods(currency).map(({ kind, name }) => (
          <li
            key={name()}
            className="inline-flex items-center gap-1.5 rounded-[7px] border border-line bg-paper px-2 py-1 text-tiny font-semibold text-soft"
          >
            <svg
              aria-hidden
              viewBox="0 0 16 16"
              className="size-3.5 shrink-0 fill-none stroke-current stroke-[1.4] [stroke-linejoin:round]"
            >
              <path d={ICON_PATHS[kind]} />
            </svg>
            {name()}
          </li>
        ))}
      </ul>
    </div>
  )
}
