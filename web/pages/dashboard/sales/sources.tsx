import { type ReactNode, useId } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { listOwnProducts } from '#contract/products/products.ts'
import { buildPath, type EndpointReply } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import { SALES_RANGES } from '#contract/sales/lines.ts'
import {
  type CampaignSales,
  type ProductSourceSales,
  SOURCE_ROWS_MAX,
  type SourceSales,
  exportSalesBySource,
  getSalesBySource,
} from '#contract/sales/sources.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { sourceText } from '#messages/sources'
import { useRead } from '#web/api/query.ts'
import { countFreeCopies } from '#web/features/sales/free-copies.ts'
import { formatDay, formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { parseId } from '#web/shared/parse-id.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Download } from '#web/ui/icons/download.tsx'
import { RANGE_TEXTS, type SalesRange } from './sales-totals.tsx'

type Report = EndpointReply<typeof getSalesBySource>
type Figures = Report['total']

/** The path of the report of sources, which is a view of the sales page. */
export const getSourcesPath = (query: { range?: SalesRange; product?: number | undefined } = {}) =>
  paths.dashboardSales({ view: 'sources', ...query })

/**
 * Shows what each source brought in a period: visits, orders, sales and money. The period and the product are in the
 * query of the URL.
 */
export function Sources() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const range = SALES_RANGES.find(candidate => candidate === search.get('range')) ?? '30d'
  const productId = parseId(search.get('product') ?? undefined)
  const filter = { range, ...(productId !== undefined && { productId }) }
  const query = useRead(getSalesBySource, { query: filter })
  const { data } = useRead(listOwnProducts, {})
  const show = (range: SalesRange, product: number | undefined) =>
    void navigate(getSourcesPath({ range, product }), { preventScrollReset: true, replace: true })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid justify-items-start gap-2.5">
        <h1 className="text-title">{m.sources_title()}</h1>
        <p className="max-w-[44em] text-soft">{m.sources_lead()}</p>
        <LinkButton to={paths.dashboardSales()} kind="ghost" size="small">
          {m.statements_back()}
        </LinkButton>
      </header>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={m.desk_range()}
          className="w-full sm:w-52"
          value={range}
          onChange={event =>
            show(SALES_RANGES.find(value => value === event.target.value) ?? 'all', productId)
          }
          options={SALES_RANGES.map(value => ({ value, label: RANGE_TEXTS[value]() }))}
        />
        <Select
          label={m.desk_product()}
          className="w-full sm:w-72"
          placeholder={m.desk_all_products()}
          // The key changes when the products are loaded, so that the select shows the filtered product again.
          key={data ? 'there' : 'coming'}
          value={productId ?? ''}
          onChange={event => show(range, parseId(event.target.value))}
          options={(data?.products ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <LinkButton
          kind="ghost"
          size="small"
          href={`/api${buildPath(exportSalesBySource, {}, filter)}`}
          download
          icon={<Download aria-hidden size={17} />}
          className="sm:ml-auto"
        >
          {m.sources_export()}
        </LinkButton>
      </div>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-96 rounded-card" />}
        loading={m.sources_loading()}
        keepsPrevious
      >
        {report => <SourceReport report={report} />}
      </Loaded>
    </div>
  )
}

function SourceReport({ report }: { report: Report }) {
  const { currency, total, sources, campaigns, products, since } = report
  if (sources.length === 0)
    return <p className="rounded-card border border-line bg-card p-6">{m.sources_empty()}</p>
  return (
    <>
      <Section title={m.sources_by_source()}>
        <FigureList
          caption={m.sources_by_source()}
          currency={currency}
          rows={sources}
          rowKey={({ source }) => String(source)}
          lead={[{ id: 'source', header: m.sources_source(), cell: SourceCell }]}
          total={total}
        />
        <div className="grid max-w-[48em] gap-2 text-small text-soft">
          <p>{m.sources_rule()}</p>
          <p>{m.sources_unknown_rule()}</p>
          {since !== null && <p>{m.sources_since({ date: formatDay(since) })}</p>}
        </div>
      </Section>
      <Section title={m.sources_by_campaign()}>
        {campaigns.length > 0 ? (
          <FigureList
            caption={m.sources_by_campaign()}
            currency={currency}
            rows={campaigns}
            rowKey={({ source, medium, campaign }) => JSON.stringify([source, medium, campaign])}
            lead={getCampaignColumns()}
          />
        ) : (
          <p className="max-w-[48em] text-soft">{m.sources_campaigns_empty()}</p>
        )}
      </Section>
      {products.length > 0 && (
        <Section title={m.sources_by_product()}>
          <FigureList
            caption={m.sources_by_product()}
            currency={currency}
            rows={products}
            rowKey={({ productId, source }) => JSON.stringify([productId, source])}
            lead={[
              { id: 'product', header: m.desk_product(), cell: ProductCell },
              { id: 'source', header: m.sources_source(), cell: SourceCell },
            ]}
          />
          {products.length === SOURCE_ROWS_MAX && (
            <p className="text-small text-soft">{m.sources_products_more()}</p>
          )}
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="text-[1.35rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}

const SourceCell = ({ source }: Pick<SourceSales, 'source'>) => (
  <span className="break-words">{sourceText(source)}</span>
)

function ProductCell({ productId, name, deleted }: ProductSourceSales) {
  if (deleted)
    return (
      <span>
        {name} <span className="text-tiny text-soft">{m.desk_product_deleted()}</span>
      </span>
    )
  return (
    <Link to={paths.dashboardProduct(productId)} className="link font-[620]">
      {name}
    </Link>
  )
}

const getCampaignColumns = (): TableColumn<CampaignSales>[] => [
  {
    id: 'campaign',
    header: m.sources_campaign(),
    cell: ({ campaign }) => (campaign === 'other' ? m.source_other() : campaign || '—'),
  },
  {
    id: 'source',
    header: m.sources_source(),
    cell: ({ source, medium }) => (
      <span className="break-words">
        {[sourceText(source), medium].filter(text => text !== '').join(' · ')}
      </span>
    ),
  },
]

/** The part of the visits that became sales, in percent; a dash if there were no visits. */
const formatConversion = ({ visits, count }: Figures) =>
  visits === 0
    ? '—'
    : (count / visits).toLocaleString(getLocale() === 'es' ? 'es-AR' : 'en-US', {
        style: 'percent',
        maximumFractionDigits: 1,
      })

function getNumberColumns(currency: Currency): TableColumn<Figures>[] {
  return [
    { id: 'visits', header: m.desk_chart_views(), cell: ({ visits }) => formatNumber(visits) },
    { id: 'started', header: m.sources_started(), cell: ({ started }) => formatNumber(started) },
    { id: 'sales', header: m.desk_chart_sales(), cell: ({ count }) => formatNumber(count) },
    {
      id: 'copies',
      header: m.desk_free_copies(),
      cell: ({ freeCopies }) => formatNumber(freeCopies),
    },
    { id: 'conversion', header: m.sources_conversion(), cell: formatConversion },
    {
      id: 'gross',
      header: m.desk_gross(),
      cell: ({ grossMinor }) => formatMinorUnits(grossMinor, currency),
    },
    {
      id: 'refunded',
      header: m.sources_refunded(),
      cell: ({ refundedMinor }) => formatMinorUnits(refundedMinor, currency),
    },
    {
      id: 'share',
      header: m.csv_share(),
      cell: ({ sellerShareMinor }) => (
        <b className="font-[680]">{formatMinorUnits(sellerShareMinor, currency)}</b>
      ),
    },
  ]
}

/** A table of figures, and on phones a list of them. */
function FigureList<Row extends Figures>({
  caption,
  currency,
  rows,
  rowKey,
  lead,
  total,
}: {
  caption: string
  currency: Currency
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The columns that say what the row is about. */
  lead: TableColumn<Row>[]
  /** The sums, for a last row. */
  total?: Figures
}) {
  // A table has room for so many columns. With two of text, the revenue is left out, of which the seller receives a
  // part. Free copies take the place of the conversion, which counts sales only; who gives nothing away has none.
  const hasCopies = rows.some(({ freeCopies }) => freeCopies > 0)
  const numbers = getNumberColumns(currency).filter(
    ({ id }) =>
      (id !== 'gross' || lead.length === 1) && id !== (hasCopies ? 'conversion' : 'copies'),
  )
  const entries = [
    ...rows.map(row => ({
      key: rowKey(row),
      figures: row as Figures,
      cells: lead.map(column => column.cell(row)),
    })),
    ...(total
      ? [
          {
            key: 'total',
            figures: total,
            cells: [
              <b key="total" className="font-[680]">
                {m.sources_total()}
              </b>,
            ],
          },
        ]
      : []),
  ]
  type Entry = (typeof entries)[number]
  const columns: TableColumn<Entry>[] = [
    ...lead.map(({ id, header }, index) => ({
      id,
      header,
      cell: ({ cells }: Entry) => cells[index],
    })),
    ...numbers.map(({ cell, ...column }) => ({
      ...column,
      numeric: true,
      cell: ({ figures }: Entry) => cell(figures),
    })),
  ]
  return (
    <>
      <div className="hidden sm:block">
        <Table
          caption={caption}
          captionHidden
          rows={entries}
          rowKey={({ key }) => key}
          columns={columns}
        />
      </div>
      <ul
        aria-label={caption}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card sm:hidden"
      >
        {entries.map(({ key, figures, cells }) => (
          <li key={key} className="grid gap-1 px-4 py-3.5">
            <span className="flex justify-between gap-3">
              <span className="flex min-w-0 flex-wrap gap-x-2 font-[620] break-words">
                {cells.map((cell, index) => (
                  <span key={lead[index]!.id} className={index > 0 ? 'text-soft' : ''}>
                    {cell}
                  </span>
                ))}
              </span>
              <b className="figures font-[680] whitespace-nowrap">
                {formatMinorUnits(figures.sellerShareMinor, currency)}
              </b>
            </span>
            <span className="figures text-small text-soft">
              {m.sources_line({
                visits: formatNumber(figures.visits),
                started: formatNumber(figures.started),
                sales: formatNumber(figures.count),
                conversion: formatConversion(figures),
              })}
            </span>
            {figures.freeCopies > 0 && (
              <span className="figures text-small text-soft">
                {countFreeCopies(figures.freeCopies)}
              </span>
            )}
            {figures.refundedMinor > 0 && (
              <span className="figures text-small text-soft">
                {m.sources_refunded()}: {formatMinorUnits(figures.refundedMinor, currency)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
