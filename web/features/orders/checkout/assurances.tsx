import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'

/** The id of the answer about refunds on the FAQ page. */
const REFUND_ANSWER = 'refunds'

/** Lists what a buyer can rely on: the download at once, and the right to change one's mind. */
export function PurchaseAssurances() {
  const { days, scope } = useSiteSettings().withdrawal
  return (
    <ul className="grid gap-2 text-small text-soft">
      {[
        m.buy_assure_download(),
        <a key="regret" href={`${paths.faq()}#${REFUND_ANSWER}`} className="link touch-area">
          {scope === 'always'
            ? m.buy_assure_regret({ days })
            : m.buy_assure_regret_until_download({ days })}
        </a>,
      ].map((line, index) => (
        <li key={index} className="flex gap-2.5">
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
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}
