import { useState } from 'react'
import { Link } from 'react-router'
import {
  type AdminProduct,
  listAllProducts,
  takeDownProduct,
  restoreProduct,
} from '#contract/admin/products.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { AdminActionButton } from '#web/features/admin/admin-action-button.tsx'
import { SearchForm } from '#web/features/admin/search-form.tsx'
import { formatNumber, formatPrice } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'

const STATES = ['live', 'taken_down', 'deleted'] as const
type State = (typeof STATES)[number]

const STATE_CHIPS: Record<State, { text: () => string; tone: ChipTone }> = {
  live: { text: m.admin_live, tone: 'jade' },
  taken_down: { text: m.admin_taken_down, tone: 'bad' },
  deleted: { text: m.admin_deleted, tone: 'plain' },
}

/** Shows whether a product is live, taken down or deleted. */
export function ProductStateChip({ state }: { state: State }) {
  return <Chip tone={STATE_CHIPS[state].tone}>{STATE_CHIPS[state].text()}</Chip>
}

/** Searches the products of all sellers by name, username or id. */
export function AdminProducts() {
  const [search, setSearch] = useState<{ q?: string; state?: State }>({})
  const page = useListPage(search)
  const query = useRead(listAllProducts, { query: page.query })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchForm
        label={m.admin_search_products()}
        choiceLabel={m.desk_state()}
        all={m.admin_all()}
        choices={STATES.map(value => ({ value, label: STATE_CHIPS[value].text() }))}
        onSearch={({ q, choice }) => {
          const state = STATES.find(candidate => candidate === choice)
          setSearch({ ...(q && { q }), ...(state && { state }) })
        }}
      />
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ products }) => products}
        empty={m.admin_no_products()}
      >
        {products => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {products.map(product => (
              <Row key={product.id} product={product} />
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

function Row({ product }: { product: AdminProduct }) {
  const { id, name, imageFile, state, sellerUsername, takenDown, fileScan } = product
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <img
        src={imageFile}
        alt=""
        loading="lazy"
        className="aspect-[4/5] w-11 shrink-0 rounded-[5px] bg-tint object-cover"
      />
      <div className="min-w-0 flex-1 basis-56">
        {state === 'live' && fileScan === null ? (
          <Link
            to={paths.product({ id, slug: toProductSlug(name) })}
            className="link font-[620] break-words"
          >
            {name}
          </Link>
        ) : (
          <b className="font-[620] break-words">{name}</b>
        )}
        <p className="figures text-small text-soft">
          @{sellerUsername} · {formatPrice(product.price, product.currency)} ·{' '}
          {m.admin_sold({
            count: product.salesCount,
            shown: formatNumber(product.salesCount),
          })}
        </p>
        {takenDown && <p className="text-small break-words">«{takenDown.reason}»</p>}
      </div>
      <span className="flex flex-wrap items-center gap-1.5">
        {product.openReports > 0 && (
          <Chip tone="warn">{m.admin_reports_open({ count: product.openReports })}</Chip>
        )}
        {fileScan && (
          <Chip tone={fileScan === 'refused' ? 'bad' : 'warn'}>
            {fileScan === 'refused' ? m.products_file_refused() : m.products_file_waiting()}
          </Chip>
        )}
        {(state !== 'live' || fileScan === null) && <ProductStateChip state={state} />}
      </span>
      <ModerationButtons id={id} name={name} state={state} />
    </li>
  )
}

/** Buttons that take a product down or restore it. */
export function ModerationButtons({ id, name, state }: { id: number; name: string; state: State }) {
  if (state === 'live')
    return (
      <AdminActionButton
        endpoint={takeDownProduct}
        params={{ id }}
        label={m.admin_take_down()}
        name={name}
        title={m.admin_take_down_title({ name })}
        text={m.admin_take_down_text()}
        danger
      />
    )
  if (state === 'taken_down')
    return (
      <AdminActionButton
        endpoint={restoreProduct}
        params={{ id }}
        label={m.admin_restore()}
        name={name}
        title={m.admin_restore_title({ name })}
        text={m.admin_restore_text()}
      />
    )
  return null
}
