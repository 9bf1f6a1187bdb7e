import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { LIMITS } from '#contract/core/limits.ts'
import {
  ANSWER_DAYS,
  declineWithdrawal,
  type SaleWithdrawal,
  listWithdrawals,
  grantWithdrawal,
} from '#contract/withdrawals.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { formatDate, formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { List } from '#web/shared/lists/list.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { usePolling } from '#web/features/sales/use-polling.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/returns'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.returns_title(), { hidden: true })

/** The page with the withdrawals of buyers, where the seller answers those that came after the period. */
export default function ReturnsPage() {
  const query = useRead(listWithdrawals, {})
  const { withdrawals = [] } = query.currentData ?? {}
  usePolling(
    withdrawals.some(({ state }) => UNDER_WAY.has(state)),
    query.refetch,
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid justify-items-start gap-2.5">
        <h1 className="text-title">{m.returns_title()}</h1>
        <p className="text-soft">{m.returns_lead({ days: ANSWER_DAYS })}</p>
        <LinkButton to={paths.dashboardSales()} kind="ghost" size="small">
          {m.returns_back()}
        </LinkButton>
      </header>
      <List
        query={query}
        pages={null}
        rows={reply => reply.withdrawals}
        empty={m.returns_empty()}
        loading={m.desk_loading()}
        skeleton={<Skeleton className="h-40 rounded-card" />}
      >
        {rows => (
          <ul className="grid gap-4">
            {rows.map(withdrawal => (
              <WithdrawalEntry key={withdrawal.orderId} withdrawal={withdrawal} />
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

/** The states that end by themselves, usually within seconds. */
const UNDER_WAY: ReadonlySet<SaleWithdrawal['state']> = new Set(['refunding', 'canceling'])

const STATE_TEXTS: Record<SaleWithdrawal['state'], () => string> = {
  canceling: m.returns_state_canceling,
  asking: m.returns_state_asking,
  refunding: m.returns_state_refunding,
  waiting_funds: () => m.returns_state_waiting({ days: LIMITS.refundTryDays }),
  refunded: m.returns_state_refunded,
  canceled: m.returns_state_canceled,
  declined: m.returns_state_declined,
  disputed: m.returns_state_disputed,
  failed: m.returns_state_failed,
}

function WithdrawalEntry({ withdrawal }: { withdrawal: SaleWithdrawal }) {
  const { orderId, orderNumber, productName, items, state, dueAt, reason } = withdrawal
  const [dialog, setDialog] = useState<'grant' | 'decline'>()
  const product =
    items > 1 ? m.notification_products({ name: productName, more: items - 1 }) : productName
  return (
    <li className="grid gap-3 rounded-card border border-line bg-card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          to={paths.dashboardSales({ sale: orderId })}
          className="link font-semibold break-words"
        >
          {product}
        </Link>
        <span className="figures font-semibold">
          {formatMinorUnits(withdrawal.totalMinor, withdrawal.currency)}
        </span>
      </div>
      <p className="figures text-small text-soft">
        {m.order_number({ number: orderNumber })} · {withdrawal.code} ·{' '}
        {formatShortDate(withdrawal.askedAt)}
      </p>
      <p>{STATE_TEXTS[state]()}</p>
      {reason !== null && <p className="text-small break-words text-soft">«{reason}»</p>}
      {dueAt !== null && (
        <>
          <p className="font-semibold">
            {m.returns_due({ day: formatDate(Date.parse(dueAt) - 1) })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="small" onClick={() => setDialog('grant')}>
              {m.returns_grant()}
            </Button>
            <Button kind="ghost" size="small" onClick={() => setDialog('decline')}>
              {m.returns_decline()}
            </Button>
          </div>
        </>
      )}
      {dialog && (
        <AnswerDialog
          withdrawal={withdrawal}
          isGranted={dialog === 'grant'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </li>
  )
}

const NO_FIELDS = z.object({})

function AnswerDialog({
  withdrawal: { orderId, leftMinor, currency },
  isGranted,
  onClose,
}: {
  withdrawal: SaleWithdrawal
  isGranted: boolean
  onClose: () => void
}) {
  const [grant] = useWrite(grantWithdrawal)
  const [decline] = useWrite(declineWithdrawal)
  const params = { orderId }
  const amount = formatMinorUnits(leftMinor, currency)
  const dialog = { done: m.returns_answered(), danger: true, onClose }
  return isGranted ? (
    <FormDialog
      {...dialog}
      title={m.sale_refund_title({ amount })}
      description={m.sale_refund_text()}
      schema={NO_FIELDS}
      fields={[]}
      send={() => toCallResult(grant({ params }))}
      failure={m.sale_refund_failed()}
      submit={m.sale_refund_go()}
    >
      {() => null}
    </FormDialog>
  ) : (
    <FormDialog
      {...dialog}
      title={m.returns_decline_title()}
      description={m.returns_decline_text()}
      schema={declineWithdrawal.body}
      fields={['reason']}
      send={body => toCallResult(decline({ params, body }))}
      failure={m.save_failed()}
      submit={m.returns_decline_go()}
    >
      {({ field }) => (
        <TextArea
          label={m.sale_refund_reason()}
          rows={2}
          maxLength={LIMITS.reason.max}
          {...field('reason')}
        />
      )}
    </FormDialog>
  )
}
