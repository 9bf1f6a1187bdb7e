import type { AdminUser } from '#contract/admin/users.ts'
import * as m from '#messages'
import { Chip } from '#web/ui/surfaces/chip.tsx'

/** The chips that show the states of an account, such as unverified or suspended. */
export function UserChips({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isAdmin && <Chip tone="jade">{m.admin_admin()}</Chip>}
      {!user.isVerified && <Chip tone="warn">{m.admin_unverified_one()}</Chip>}
      {user.suspended && <Chip tone="bad">{m.admin_suspended_one()}</Chip>}
      {user.salesClosedAt && <Chip tone="bad">{m.admin_sales_closed_one()}</Chip>}
      {user.closed && <Chip>{m.admin_closed()}</Chip>}
    </span>
  )
}
