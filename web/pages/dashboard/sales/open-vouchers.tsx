import { Link } from 'react-router'
import { type OpenVoucher, listOpenVouchers } from '#contract/sales/vouchers.ts'
import type { Currency } from '#contract/core/fields.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime, formatMinorUnits, formatNumber } from '#web/i18n/format.ts'

/** Shows what buyers have taken vouchers for and not paid yet. Nothing is shown if there are none. */
export function OpenVouchers({ hrefOf }: { hrefOf: (orderId: string) => string }) {
  const { currentData } = useRead(listOpenVouchers, {})
  if (!currentData || currentData.count === 0) return null
  const { currency, count, totalMinor, vouchers } = currentData
  return (
    <section aria-labelledby="vouchers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="vouchers" className="text-[1.35rem]">
        {m.vouchers_title()}
      </h2>
      <div className="overflow-hidden rounded-card border border-line bg-card">
        <div className="grid gap-1 bg-warn-tint px-5 py-4 sm:px-6">
          <span className="figures font-display text-[1.7rem] leading-tight font-bold">
            {formatMinorUnits(totalMinor, currency)}
          </span>
          <p className="max-w-[46em] text-small">{m.vouchers_hint()}</p>
        </div>
        <ul className="max-h-80 divide-y divide-line overflow-y-auto px-5 sm:px-6">
          {vouchers.map(voucher => (
            <Voucher
              key={voucher.orderId}
              voucher={voucher}
              currency={currency}
              href={hrefOf(voucher.orderId)}
            />
          ))}
          {count > vouchers.length && (
            <li className="py-3 text-small text-soft">
              {m.vouchers_more({ count: formatNumber(count - vouchers.length) })}
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}

function Voucher({
  voucher: { number, productNames, amountMinor, deadline },
  currency,
  href,
}: {
  voucher: OpenVoucher
  currency: Currency
  href: string
}) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-small">
      <div className="min-w-0">
        <Link to={href} preventScrollReset className="link inline-flex min-h-11 items-center">
          <span className="[overflow-wrap:anywhere]">{productNames.join(', ')}</span>
        </Link>
        <p className="text-soft">
          <span className="figures">{number}</span> ·{' '}
          <span>
            {deadline === null
              ? m.vouchers_no_deadline()
              : m.vouchers_until({
                  moment: formatDateTime(deadline, BUYER_TIME_ZONES[currency].timeZone),
                })}
          </span>
        </p>
      </div>
      <span className="figures font-[650]">{formatMinorUnits(amountMinor, currency)}</span>
    </li>
  )
}
