import { useState } from 'react'
import { USER_FILTERS, listUsers } from '#contract/admin/users.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { SearchForm } from '#web/features/admin/search-form.tsx'
import { formatShortDate } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { UserChips } from './user-chips.tsx'
import { UserDrawer } from './user-drawer.tsx'

const FILTER_TEXTS: Record<(typeof USER_FILTERS)[number], () => string> = {
  suspended: m.admin_suspended,
  unverified: m.admin_unverified,
  admins: m.admin_admins,
  sales_closed: m.admin_sales_closed,
}

/** Searches accounts by the beginning of the email or of the username. */
export function AdminUsers() {
  const [search, setSearch] = useState<{ q?: string; only?: (typeof USER_FILTERS)[number] }>({})
  const [openId, setOpenId] = useState<number>()
  const page = useListPage(search)
  const query = useRead(listUsers, { query: page.query })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchForm
        label={m.admin_search_users()}
        choiceLabel={m.admin_show()}
        all={m.admin_all()}
        choices={USER_FILTERS.map(value => ({ value, label: FILTER_TEXTS[value]() }))}
        onSearch={({ q, choice }) => {
          const only = USER_FILTERS.find(candidate => candidate === choice)
          setSearch({ ...(q && { q }), ...(only && { only }) })
        }}
      />
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ users }) => users}
        empty={m.admin_nobody()}
      >
        {users => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {users.map(user => (
              <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
                <span className="min-w-0 flex-1 basis-56">
                  <button
                    type="button"
                    onClick={() => setOpenId(user.id)}
                    className="link touch-area block max-w-full text-left font-[620] break-words"
                  >
                    @{user.username}
                  </button>
                  <span className="figures block text-small break-words text-soft">
                    {user.email}
                  </span>
                </span>
                <UserChips user={user} />
                <span className="figures text-tiny text-soft">
                  {formatShortDate(user.createdAt)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </List>
      <UserDrawer id={openId} onClose={() => setOpenId(undefined)} />
    </div>
  )
}
