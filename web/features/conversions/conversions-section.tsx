import { Link } from 'react-router'
import { RECEIVER_KINDS, listConversions } from '#contract/conversions.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReceiverCard } from './receiver-card.tsx'

/** Where the seller's sales are reported for measuring ads, what was reported, and what is never told. */
export default function ConversionsSection() {
  const query = useRead(listConversions, {}, { refetchOnMountOrArgChange: true })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid max-w-[48em] gap-3 text-soft">
        <p>{m.conversions_lead()}</p>
        <p>{m.conversions_privacy()}</p>
        <p>
          <span>{m.conversions_attribution()}</span>{' '}
          <Link to={paths.dashboardSales({ view: 'sources' })} className="link">
            {m.sources_title()}
          </Link>
        </p>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[40rem] rounded-panel" />}>
        {({ receivers, deliveries }) => (
          <>
            {RECEIVER_KINDS.map(kind => (
              <ReceiverCard
                key={kind}
                kind={kind}
                receiver={receivers.find(receiver => receiver.kind === kind)}
                refetch={query.refetch}
              />
            ))}
            {receivers.length > 0 && <Deliveries deliveries={deliveries} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
