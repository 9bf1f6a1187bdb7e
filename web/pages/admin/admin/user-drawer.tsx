import { useState } from 'react'
import {
  type AdminUserDetail,
  getUserDetail,
  verifyUser,
  suspendUser,
  unsuspendUser,
  setQuota,
} from '#contract/admin/users.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { AdminActionButton } from '#web/features/admin/admin-action-button.tsx'
import type { ApiFailure } from '#web/api/client.ts'
import { formatStorage, formatDate, formatDateTime, formatNumber } from '#web/i18n/format.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { DescriptionRow, DrawerSection } from '#web/ui/overlays/drawer-section.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { AuditLog } from './audit-log.tsx'
import { UserChips } from './user-chips.tsx'

const MB = 1_048_576

/** Shows one account and the admin actions for it. */
export function UserDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={m.admin_user()} closeLabel={m.close()}>
      {id !== undefined && <UserLoader id={id} />}
    </Drawer>
  )
}

function UserLoader({ id }: { id: number }) {
  return (
    <Loaded query={useRead(getUserDetail, { params: { id } })} height="h-72">
      {user => <UserDetail user={user} />}
    </Loaded>
  )
}

const PAYMENT_ACCOUNT_TEXTS: Record<AdminUserDetail['paymentAccount'], () => string> = {
  never_linked: m.admin_account_never,
  linked: m.admin_account_linked,
  unlinked: m.admin_account_unlinked,
  revoked: m.admin_account_revoked,
  refresh_refused: m.admin_account_refused,
  unconfirmed: m.admin_account_unconfirmed,
}

function UserDetail({ user }: { user: AdminUserDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <div className="grid gap-2">
        <p className="text-[1.2rem] font-[680] break-words">@{user.username}</p>
        <p className="text-small break-words text-soft">{user.email}</p>
        <UserChips user={user} />
      </div>
      {user.suspended && (
        <Banner tone="bad" title={m.admin_suspended_since({ date: formatDate(user.suspended.at) })}>
          {user.suspended.reason}
        </Banner>
      )}
      <UserActions user={user} />
      <dl className="grid gap-1.5 rounded-card border border-line bg-card p-5 text-small">
        <DescriptionRow name={m.admin_since()}>{formatDate(user.createdAt)}</DescriptionRow>
        <DescriptionRow name={m.admin_last_login()}>
          {user.lastLoginAt ? formatDateTime(user.lastLoginAt) : '—'}
        </DescriptionRow>
        <DescriptionRow name="MercadoPago">
          {PAYMENT_ACCOUNT_TEXTS[user.paymentAccount]()}
        </DescriptionRow>
        <DescriptionRow name={m.admin_products()}>{formatNumber(user.products)}</DescriptionRow>
        <DescriptionRow name={m.desk_chart_sales()}>{formatNumber(user.sales)}</DescriptionRow>
        <DescriptionRow name={m.dash_space()}>
          {m.dash_space_used({
            used: formatStorage(user.space.usedBytes),
            total: formatStorage(user.space.quotaBytes ?? user.space.defaultQuotaBytes),
          })}
        </DescriptionRow>
      </dl>
      {!user.closed && <QuotaForm key={user.space.quotaBytes} user={user} />}
      <DrawerSection title={m.admin_audit()}>
        <AuditLog userId={user.id} />
      </DrawerSection>
    </div>
  )
}

function UserActions({
  user: { id, username, isVerified, isAdmin, suspended, closed },
}: {
  user: AdminUserDetail
}) {
  if (closed) return null
  const name = `@${username}`
  return (
    <div className="flex flex-wrap gap-2.5">
      {!isVerified && (
        <AdminActionButton
          endpoint={verifyUser}
          params={{ id }}
          label={m.admin_verify()}
          name={name}
          title={m.admin_verify_title({ name })}
          text={m.admin_verify_text()}
        />
      )}
      {suspended ? (
        <AdminActionButton
          endpoint={unsuspendUser}
          params={{ id }}
          label={m.admin_unsuspend()}
          name={name}
          title={m.admin_unsuspend_title({ name })}
          text={m.admin_unsuspend_text()}
        />
      ) : (
        !isAdmin && (
          <AdminActionButton
            endpoint={suspendUser}
            params={{ id }}
            label={m.admin_suspend()}
            name={name}
            title={m.admin_suspend_title({ name })}
            text={m.admin_suspend_text()}
            danger
          />
        )
      )}
    </div>
  )
}

/** Shows the seller's storage quota and lets an admin change it or restore the default. */
function QuotaForm({ user: { id, space } }: { user: AdminUserDetail }) {
  const [saveQuota, { isLoading }] = useWrite(setQuota)
  const [megabytes, setMegabytes] = useState(
    String(Math.round((space.quotaBytes ?? space.defaultQuotaBytes) / MB)),
  )
  const [isWrong, setWrong] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const save = async (quotaBytes: number | null) => {
    setFailure(undefined)
    const result = await toCallResult(saveQuota({ params: { id }, body: { quotaBytes } }))
    if (result.ok) showToast('success', m.admin_done())
    else setFailure(result)
  }
  return (
    <form
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      onSubmit={event => {
        event.preventDefault()
        const size = parseWholeAmount(megabytes)
        setWrong(size === undefined)
        if (size !== undefined) void save(size * MB)
      }}
    >
      {failure && (
        <div className="sm:col-span-3">
          <FormFailure title={m.save_failed()} failure={failure} />
        </div>
      )}
      <Field
        label={m.admin_quota()}
        inputMode="numeric"
        maxLength={12}
        value={megabytes}
        error={isWrong ? m.admin_quota_wrong() : undefined}
        onChange={event => {
          setWrong(false)
          setMegabytes(event.target.value)
        }}
      />
      <Button
        type="submit"
        kind="ghost"
        pending={isLoading}
        disabled={megabytes === ''}
        className="sm:mt-7"
      >
        {m.save()}
      </Button>
      {space.quotaBytes !== null && (
        <Button kind="quiet" onClick={() => void save(null)} className="sm:mt-7">
          {m.admin_quota_default({ size: formatStorage(space.defaultQuotaBytes) })}
        </Button>
      )}
    </form>
  )
}
