import { findReturnPromise } from '#contract/products/guarantee.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'

/** The id of the answer about refunds on the FAQ page. */
const REFUND_ANSWER = 'refunds'

/**
 * Lists what a buyer can rely on: the download at once, and the time to change one's mind.
 * @param guaranteeDays the days of the guarantee of all bought products
 */
export function PurchaseAssurances({ guaranteeDays }: { guaranteeDays: number }) {
  const { withdrawal } = useSiteSettings()
  const promise = findReturnPromise(withdrawal, guaranteeDays)
  const regretText =
    withdrawal.scope === 'always' ? m.buy_assure_regret : m.buy_assure_regret_until_download
  const promises = [
    ...(promise.legalDays > 0 ? [regretText({ days: promise.legalDays })] : []),
    ...(promise.guaranteeDays > 0 ? [m.buy_assure_guarantee({ days: promise.guaranteeDays })] : []),
  ]
  return (
    <ul className="grid gap-2 text-small text-soft">
      {[
        m.buy_assure_download(),
        ...promises.map(text => (
          <a key={text} href={`${paths.faq()}#${REFUND_ANSWER}`} className="link touch-area">
            {text}
          </a>
        )),
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
