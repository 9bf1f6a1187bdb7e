import { Link } from 'react-router'
import type { ConversionDelivery, ConversionState } from '#contract/conversions.ts'
import * as m from '#messages'
import { describeAnswer, getReceiverName } from '#messages/receivers'
import { formatDateTime } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'

const STATES: Record<ConversionState, { tone: ChipTone; text: () => string }> = {
  waiting: { tone: 'plain', text: m.conversions_state_waiting },
  sent: { tone: 'jade', text: m.conversions_state_sent },
  refused: { tone: 'bad', text: m.conversions_state_refused },
  paused: { tone: 'warn', text: m.conversions_state_paused },
  expired: { tone: 'bad', text: m.conversions_state_expired },
}

/** The last events that were reported, and what became of each. */
export function Deliveries({ deliveries }: { deliveries: ConversionDelivery[] }) {
  const title = m.conversions_deliveries()
  if (deliveries.length === 0)
    return (
      <section aria-labelledby="deliveries" className="grid gap-3">
        <h3 id="deliveries" className="text-h3">
          {title}
        </h3>
        <p className="max-w-[48em] text-soft">{m.conversions_deliveries_empty()}</p>
      </section>
    )
  return <Table caption={title} columns={getColumns()} rows={deliveries} rowKey={({ id }) => id} />
}

/** The state comes first, since a phone shows no more than the first columns at a glance. */
const getColumns = (): TableColumn<ConversionDelivery>[] => [
  { id: 'state', header: m.conversions_state(), cell: StateCell },
  {
    id: 'event',
    header: m.conversions_event(),
    cell: ({ kind }) => (kind === 'purchase' ? m.conversions_purchase() : m.conversions_refund()),
  },
  {
    id: 'order',
    header: m.conversions_order(),
    cell: ({ orderId, orderNumber }) => (
      <Link
        to={paths.dashboardSales({ sale: orderId })}
        className="link figures inline-flex min-h-11 items-center whitespace-nowrap"
      >
        {orderNumber}
      </Link>
    ),
  },
  {
    id: 'receiver',
    header: m.conversions_receiver(),
    cell: ({ receiver }) => getReceiverName(receiver),
  },
  {
    id: 'date',
    header: m.conversions_date(),
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDateTime(createdAt)}</span>,
  },
]

function StateCell({ state, answer, message, receiver }: ConversionDelivery) {
  const { tone, text } = STATES[state]
  const isExplained = answer !== null && answer !== 'accepted'
  return (
    <div className="grid max-w-[26em] min-w-40 justify-items-start gap-1 py-1">
      <Chip tone={tone}>{text()}</Chip>
      {isExplained && (
        <div className="text-soft [overflow-wrap:anywhere]">
          <p>{describeAnswer(receiver, answer)}</p>
          {message && <p>{m.conversions_said({ name: getReceiverName(receiver), message })}</p>}
        </div>
      )}
    </div>
  )
}
