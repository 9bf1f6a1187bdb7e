import type { ReactNode } from 'react'
import { countUnreadNotifications } from '#contract/notifications.ts'
import { getSalesSummary } from '#contract/sales/lines.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { countFreeCopies } from '#web/features/sales/free-copies.ts'
import { getKeptMinor } from '#web/features/sales/kept-amount.ts'
import { formatStorage, formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { Meter } from '#web/ui/feedback/meter.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/surfaces/stat-card.tsx'
import { Bell } from '#web/ui/icons/bell.tsx'
import { HardDrive } from '#web/ui/icons/hard-drive.tsx'
import { Package } from '#web/ui/icons/package.tsx'
import { Wallet } from '#web/ui/icons/wallet.tsx'

/** The share of the storage quota from which on the storage counts as nearly full. */
const NEARLY_FULL_SHARE = 0.85

/** The figures of the dashboard: storage, products, earnings and notifications. */
export function DashboardStats() {
  const space = useRead(getStorageUsage, {})
  const products = useRead(listOwnProducts, {})
  const summary = useRead(getSalesSummary, { query: { range: 'all' } })
  const unread = useRead(countUnreadNotifications, {})

  return (
    <section aria-label={m.dash_figures()} className="grid gap-4">
      <FailedLoads queries={[space, products, summary, unread]} />
      <Grid kind="stats">
        <StorageCard space={space.data} hasFailed={space.isError} />
        <StatCard
          to={paths.dashboardProducts()}
          label={m.dash_published()}
          icon={<Package aria-hidden size={18} />}
          value={valueOrPlaceholder(products.isError, products.data, ({ products }) =>
            formatNumber(products.length),
          )}
        >
          {summary.data && summary.data.freeCopies > 0 && (
            <p className="figures mt-1.5 text-tiny text-soft">
              {countFreeCopies(summary.data.freeCopies)}
            </p>
          )}
        </StatCard>
        <StatCard
          to={paths.dashboardSales()}
          label={m.dash_earnings()}
          icon={<Wallet aria-hidden size={18} />}
          value={valueOrPlaceholder(summary.isError, summary.data, summary =>
            formatMinorUnits(getKeptMinor(summary), summary.currency),
          )}
        >
          {summary.data && summary.data.unsettledShareMinor > 0 && (
            <p className="figures mt-1.5 text-tiny text-soft">
              {m.dash_earnings_pending({
                amount: formatMinorUnits(summary.data.unsettledShareMinor, summary.data.currency),
              })}
            </p>
          )}
        </StatCard>
        <StatCard
          to={paths.notifications()}
          label={m.dash_notices()}
          icon={<Bell aria-hidden size={18} />}
          value={valueOrPlaceholder(unread.isError, unread.data, ({ unread: count }) =>
            formatNumber(count),
          )}
        />
      </Grid>
    </section>
  )
}

/** Returns a value as it is shown: a dash if it failed to load, a skeleton while it loads. */
function valueOrPlaceholder<T>(
  hasFailed: boolean,
  data: T | undefined,
  show: (data: T) => string,
): ReactNode {
  if (data !== undefined) return show(data)
  return hasFailed ? '—' : <Skeleton className="my-1 h-7 w-24" />
}

function StorageCard({
  space,
  hasFailed,
}: {
  space: { totalDirectorySize: number; remainingSpace: number } | undefined
  hasFailed: boolean
}) {
  const usedBytes = space?.totalDirectorySize ?? 0
  const total = usedBytes + (space?.remainingSpace ?? 0)
  const usageText = m.dash_space_used({
    used: formatStorage(usedBytes),
    total: formatStorage(total),
  })
  return (
    <StatCard
      label={m.dash_space()}
      icon={<HardDrive aria-hidden size={18} />}
      value={valueOrPlaceholder(hasFailed, space, ({ totalDirectorySize }) =>
        formatStorage(totalDirectorySize),
      )}
    >
      {space && (
        <>
          <Meter
            label={m.dash_space()}
            value={usedBytes}
            max={total}
            valueText={usageText}
            tone={usedBytes > total * NEARLY_FULL_SHARE ? 'warn' : 'jade'}
          />
          <p className="figures mt-1.5 text-tiny text-soft">{usageText}</p>
        </>
      )}
    </StatCard>
  )
}
