import * as m from '#messages'

/** Lists what a buyer can rely on: secure payment, download and refund. */
export function PurchaseAssurances() {
  return (
    <ul className="grid gap-2 text-small text-soft">
      {[m.buy_assure_pay(), m.buy_assure_download(), m.buy_assure_regret()].map(line => (
        <li key={line} className="flex gap-2.5">
          <svg
            aria-hidden
            viewBox="0 0 16 16"
            className="mt-[5px] size-3.5 shrink-0 fill-none stroke-jade"
          >
            <path
              d="M2 8.5l4 4 8-9"
              strokeWidth="2.4"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {line}
        </li>
      ))}
    </ul>
  )
}
