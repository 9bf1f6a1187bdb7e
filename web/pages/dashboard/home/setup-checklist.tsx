import type { ReactNode } from 'react'
import { getPaymentAccount } from '#contract/payment-accounts.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { getSalesSummary } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { ConnectButton } from '#web/features/payment-accounts/connect-button.tsx'
import { formatDateTime } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { useUsername } from '#web/shared/dashboard-user.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { ChannelLinks } from '#web/shared/share/channel-links.tsx'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Checklist } from '#web/ui/feedback/checklist.tsx'

/**
 * Invites the seller to share the kiosk: from the end of the setup tasks until the first sale.
 */
function SharingStep() {
  const { origin } = useSiteSettings()
  const username = useUsername()
  const { data: summary } = useRead(getSalesSummary, { query: { range: 'all' } })
  if (!username || !summary || summary.count > 0 || summary.refundedMinor > 0) return null
  return (
    <section aria-labelledby="share" className="grid gap-3.5">
      <h2 id="share" className="text-[1.35rem]">
        {m.dash_share()}
      </h2>
      <Checklist
        doneLabel={m.done()}
        tasks={[
          { id: 'ready', label: m.dash_task_ready(), isDone: true },
          {
            id: 'share',
            label: m.dash_task_share(),
            hint: m.dash_task_share_hint(),
            isDone: false,
          },
        ]}
      />
      <div className="rounded-card border border-line bg-card p-5">
        <SharePanel
          url={`${origin}${paths.profile(username)}`}
          text={`@${username}`}
          fileName={`qr-${username}`}
        />
        <ChannelLinks url={`${origin}${paths.profile(username)}`} />
      </div>
    </section>
  )
}

/** Returns which setup tasks the seller has done; undefined while that is loading. */
export function useSetupState() {
  const { data: productList } = useRead(listOwnProducts, {})
  const { data: account } = useRead(getPaymentAccount, {})
  if (!productList || !account) return undefined
  const hasPublished = productList.products.length > 0
  const isLinked = account.state === 'linked'
  return { hasPublished, isLinked, isDone: hasPublished && isLinked }
}

/**
 * Shows the setup tasks until all are done, and then the way to the first sale. If only the task of linking a payment
 * account is left, a warning replaces the list. Source: specification, dashboard checklist.
 * @param skeleton what holds the place of the tasks until they are known
 */
export function SetupChecklist({ skeleton = null }: { skeleton?: ReactNode }) {
  const setup = useSetupState()
  const account = useRead(getPaymentAccount, {})
  // If the products could not be loaded, the figures above the checklist already say so.
  if (account.error && !account.data) return <FailedLoads queries={[account]} />
  if (!setup) return skeleton
  if (setup.isDone) return <SharingStep />
  const { isLinked, hasPublished } = setup
  const replacement = account.data?.replacement
  if (hasPublished && replacement)
    return (
      <Banner
        tone="warn"
        action={
          <LinkButton size="small" kind="ghost" to={paths.paymentAccount()}>
            {m.payment_change_see()}
          </LinkButton>
        }
      >
        {m.payment_replacement_paused({
          id: replacement.collectorId,
          time: formatDateTime(replacement.activatesAt),
        })}
      </Banner>
    )
  if (hasPublished)
    return (
      <Banner tone="bad" action={<ConnectButton size="small" label={m.payment_connect()} />}>
        <p className="font-semibold">{m.dash_not_linked()}</p>
      </Banner>
    )
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="mb-3.5 text-[1.35rem]">
        {m.dash_setup()}
      </h2>
      <Checklist
        doneLabel={m.done()}
        tasks={[
          // This task is always done, because unverified users are redirected to another page.
          { id: 'verified', label: m.dash_task_verified(), isDone: true },
          {
            id: 'payment',
            label: isLinked ? m.dash_task_payment_done() : m.dash_task_payment(),
            isDone: isLinked,
            action: <ConnectButton size="small" label={m.payment_connect_short()} />,
          },
          {
            id: 'product',
            label: m.dash_task_product(),
            isDone: false,
            action: (
              <LinkButton size="small" kind="ghost" to={paths.createProduct()}>
                {m.dash_task_product_go()}
              </LinkButton>
            ),
          },
        ]}
      />
    </section>
  )
}
