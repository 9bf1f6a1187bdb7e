import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { listOwnProducts } from '#contract/products/products.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { SHOWN_ORDER_STATES } from '#contract/orders/orders.ts'
import {
  LIST_OF_STATE,
  exportSales,
  type SaleFilter,
  type SaleList,
} from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { getOrderStateText } from '#web/features/sales/order-state-chip.tsx'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Download } from '#web/ui/icons/download.tsx'
import { Search } from '#web/ui/icons/search.tsx'
import { SlidersHorizontal } from '#web/ui/icons/sliders-horizontal.tsx'
import { getListPath, toFilterQuery } from './sales-filter.ts'

/**
 * The filters of the sales list. They are kept in the query of the URL, so that a seller can reload, share and go back
 * to a filtered list. On phones they are behind a button that tells how many are set.
 */
export function SalesFilterForm({ filter, list }: { filter: SaleFilter; list: SaleList }) {
  const navigate = useNavigate()
  const { data } = useRead(listOwnProducts, {})
  const filterCount = Object.keys(filter).length
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const apply = (form: HTMLFormElement) => {
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ]),
    )
    void navigate(toFilterQuery(fields), { preventScrollReset: true })
  }
  return (
    <search aria-label={m.desk_filters()} className="grid gap-4">
      <Button
        kind="ghost"
        size="small"
        aria-expanded={isOpen}
        aria-controls={formId}
        icon={<SlidersHorizontal aria-hidden size={17} />}
        onClick={() => setIsOpen(open => !open)}
        className="justify-self-start sm:hidden"
      >
        {filterCount > 0 ? m.desk_filters_count({ count: filterCount }) : m.desk_filters_open()}
      </Button>
      <form
        id={formId}
        // The key changes with the filter, so that the fields are reset when the browser goes back or forward.
        key={JSON.stringify(filter)}
        onSubmit={event => {
          event.preventDefault()
          apply(event.currentTarget)
          setIsOpen(false)
        }}
        className={cx(
          'items-end gap-3 sm:grid sm:grid-cols-2 lg:grid-cols-6',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {list === 'attempts' && <input type="hidden" name="list" value={list} />}
        <Field
          name="q"
          type="search"
          label={m.desk_search()}
          placeholder={m.desk_search_placeholder()}
          defaultValue={filter.q}
          maxLength={100}
          className="sm:col-span-2 lg:col-span-2"
        />
        <Select
          name="product"
          label={m.desk_product()}
          placeholder={m.desk_all_products()}
          defaultValue={filter.productId ?? ''}
          onChange={event => apply(event.currentTarget.form!)}
          // The key changes when the products are loaded, so that the select shows the filtered product again.
          key={data ? 'there' : 'coming'}
          options={(data?.products ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          className="lg:col-span-2"
        />
        <Select
          name="state"
          label={m.desk_state()}
          placeholder={m.desk_all_states()}
          defaultValue={filter.state ?? ''}
          onChange={event => apply(event.currentTarget.form!)}
          options={SHOWN_ORDER_STATES.filter(state => LIST_OF_STATE[state] === list).map(state => ({
            value: state,
            label: getOrderStateText(state),
          }))}
          className="lg:col-span-2"
        />
        <Field
          name="from"
          type="date"
          label={m.desk_from()}
          defaultValue={filter.from}
          max={filter.to}
          className="lg:col-span-2"
        />
        <Field
          name="to"
          type="date"
          label={m.desk_to()}
          defaultValue={filter.to}
          min={filter.from}
          className="lg:col-span-2"
        />
        <div className="flex flex-wrap gap-2.5 sm:col-span-2 lg:col-span-2">
          <Button type="submit" kind="ghost" icon={<Search aria-hidden size={17} />}>
            {m.desk_filter_go()}
          </Button>
          {filterCount > 0 && (
            <LinkButton kind="quiet" to={getListPath(list)}>
              {m.desk_filter_clear()}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  )
}

/**
 * A link that downloads the filtered sales as CSV. A plain link does not block the page while the server creates the
 * file.
 */
export function ExportLink({ filter }: { filter: SaleFilter }) {
  return (
    <LinkButton
      kind="ghost"
      size="small"
      href={`/api${buildPath(exportSales, {}, filter)}`}
      download
      icon={<Download aria-hidden size={17} />}
    >
      {m.desk_export()}
    </LinkButton>
  )
}
