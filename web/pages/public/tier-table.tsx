import * as m from '#messages'
import { formatCommissionTiers } from '#web/shared/commission-tiers.ts'
import { useSiteSettings } from '#web/shared/site.ts'

/** Shows the installation's commission tiers as a table. */
export function TierTable() {
  const { commissionTiers, currency } = useSiteSettings()
  return (
    <table className="mt-5 w-full max-w-sm text-ink">
      <thead>
        <tr className="border-b border-line text-left text-small">
          <th scope="col" className="py-2 font-semibold">
            {m.faq_tier_price({ currency })}
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            {m.faq_tier_percent()}
          </th>
        </tr>
      </thead>
      <tbody>
        {formatCommissionTiers(commissionTiers).map(({ value, caption }) => (
          <tr key={caption} className="border-b border-line last:border-0">
            <td className="py-2.5 first-letter:uppercase">{caption}</td>
            <td className="figures py-2.5 text-right font-[700]">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
