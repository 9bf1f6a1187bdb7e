import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Awning } from '#web/ui/brand/awning.tsx'
import type { Route } from './+types/withdrawal'
import { WithdrawalForm } from './withdrawal-form.tsx'

export const meta: Route.MetaFunction = args => [
  ...buildPageTitle(args, m.withdrawal_title()),
  { name: 'description', content: m.withdrawal_lead() },
]

/** The page on which a buyer, who needs no account, asks to withdraw from an order. */
export default function WithdrawalPage() {
  const { days, scope } = useSiteSettings().withdrawal
  const rule = scope === 'always' ? m.withdrawal_rule : m.withdrawal_rule_until_download
  return (
    <div className="wrap max-w-[600px]! pt-6 pb-20 lg:pt-14 lg:pb-28">
      <div className="overflow-hidden rounded-panel border border-line bg-card shadow-soft">
        <Awning slim />
        <div className="p-6 sm:p-8">
          <WithdrawalForm />
        </div>
      </div>
      <p className="mt-6 text-small text-soft">
        {rule({ days })} {m.faq_refund_guarantee()}{' '}
        <Link to={paths.faq()} className="link">
          {m.nav_faq()}
        </Link>
      </p>
    </div>
  )
}
