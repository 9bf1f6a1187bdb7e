import {
  type PaymentAccount,
  type PaymentAccountState,
  getPaymentAccount,
} from '#contract/payment-accounts.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDate } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { Check } from '#web/ui/icons/check.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Plug } from '#web/ui/icons/plug.tsx'
import { ShieldQuestion } from '#web/ui/icons/shield-question.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import { ConnectButton } from './connect-button.tsx'
import { ConfirmAccountButton, Replacement } from './pending-changes.tsx'
import { UnlinkButton } from './unlink-button.tsx'

interface StateAppearance {
  title: () => string
  text: () => string
  Icon: IconComponent
  badge: string
}

const WAITING_BADGE = 'bg-mango text-[#1e1916]'
const STOPPED_BADGE = 'bg-bad-tint text-bad'

const STATE_APPEARANCES: Record<PaymentAccountState, StateAppearance> = {
  never_linked: {
    title: m.payment_never_title,
    text: m.payment_never_text,
    Icon: Plug,
    badge: WAITING_BADGE,
  },
  linked: {
    title: m.payment_linked_title,
    text: m.payment_linked_text,
    Icon: Check,
    badge: 'bg-jade text-card',
  },
  unlinked: {
    title: m.payment_unlinked_title,
    text: m.payment_unlinked_text,
    Icon: Pause,
    badge: WAITING_BADGE,
  },
  revoked: {
    title: m.payment_revoked_title,
    text: m.payment_revoked_text,
    Icon: Pause,
    badge: STOPPED_BADGE,
  },
  refresh_refused: {
    title: m.payment_refused_title,
    text: m.payment_refused_text,
    Icon: Pause,
    badge: STOPPED_BADGE,
  },
  unconfirmed: {
    title: m.payment_unconfirmed_title,
    text: m.payment_unconfirmed_text,
    Icon: ShieldQuestion,
    badge: STOPPED_BADGE,
  },
}

/** How a linked account appears while refunds to buyers wait for money, so that nobody can buy. */
const SALES_CLOSED: StateAppearance = {
  title: m.payment_sales_closed_title,
  text: () => m.payment_sales_closed_text({ days: LIMITS.refundTryDays }),
  Icon: Pause,
  badge: STOPPED_BADGE,
}

/**
 * Shows the state of the seller's MercadoPago account, the date since when it lasts, and whether the seller must act.
 */
export function PaymentAccountStatus() {
  const query = useRead(getPaymentAccount, {})
  return (
    <Loaded query={query} skeleton={<AccountSkeleton />}>
      {account => (
        <Card panel className="grid gap-6">
          <Account account={account} />
        </Card>
      )}
    </Loaded>
  )
}

const MUST_ACT_TEXTS: Record<PaymentAccount['mustAct'], () => string> = {
  nobody: m.payment_turn_nobody,
  seller: m.payment_turn_you,
}

function Account({ account }: { account: PaymentAccount }) {
  const { state, since, collectorId, mustAct, canSell, openOrders, permissionUntil } = account
  const { title, text, Icon, badge } =
    account.salesClosedAt !== null && state === 'linked' ? SALES_CLOSED : STATE_APPEARANCES[state]
  const isLinked = state === 'linked'
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <span className={cx('grid size-14 shrink-0 place-items-center rounded-full', badge)}>
          <Icon aria-hidden size={26} strokeWidth={2.5} />
        </span>
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h3 className="text-[1.4rem]">{title()}</h3>
            <Chip tone={canSell ? 'jade' : 'warn'}>{MUST_ACT_TEXTS[mustAct]()}</Chip>
          </div>
          <p className="mt-2 max-w-[36em] text-soft">
            {account.replacement && !isLinked ? m.payment_paused_text() : text()}
          </p>
          {openOrders > 0 && (
            <p className="mt-2 max-w-[36em] text-small">
              {m.payment_open_orders({ count: openOrders })}
            </p>
          )}
          {state !== 'never_linked' && (
            <p className="figures mt-3 flex flex-wrap gap-x-4 text-small text-soft">
              {since && <span>{m.payment_since({ date: formatDate(since) })}</span>}
              {collectorId && <span>{m.payment_account_id({ id: collectorId })}</span>}
              {isLinked && permissionUntil && (
                <span>{m.payment_permission({ date: formatDate(permissionUntil) })}</span>
              )}
            </p>
          )}
        </div>
      </div>
      {account.replacement && <Replacement {...account.replacement} isSelling={isLinked} />}
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        {state === 'unconfirmed' && <ConfirmAccountButton />}
        <AccountButtons state={state} isReplaced={account.replacement !== null} />
      </div>
    </>
  )
}

/** The seller can change the account without disconnecting it first, so that no sale stops meanwhile. */
function AccountButtons({
  state,
  isReplaced,
}: {
  state: PaymentAccountState
  isReplaced: boolean
}) {
  if (state === 'linked')
    return (
      <>
        {!isReplaced && <ConnectButton kind="ghost" label={m.payment_change()} />}
        <UnlinkButton />
      </>
    )
  if (isReplaced) return <ConnectButton kind="ghost" label={m.payment_connect_former()} />
  return (
    <ConnectButton
      label={state === 'never_linked' ? m.payment_connect() : m.payment_connect_again()}
    />
  )
}

function AccountSkeleton() {
  return (
    <Card panel className="grid gap-6">
      <div className="flex gap-5">
        <Skeleton className="size-14 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
      <Skeleton className="h-touch w-52 rounded-full" />
    </Card>
  )
}
