import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type OwnProduct, listOwnProducts } from '#contract/products/products.ts'
import { listDrafts } from '#contract/products/working-copy.ts'
import { PACK_PARTS } from '#contract/prices/packs.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { DeleteProductButton } from '#web/features/products/delete-product-button.tsx'
import { SCAN_POLL_MS } from '#web/features/files/file-scan-banner.tsx'
import { NewPackButton } from '#web/features/products/new-pack-button.tsx'
import { PublishPrompt } from '#web/features/products/publish-prompt.tsx'
import type { ProductListState } from '#web/features/products/working-copies/product-list-state.ts'
import { countFreeCopies } from '#web/features/sales/free-copies.ts'
import { formatDateTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { formatProductPrice } from '#web/shared/product-price.ts'
import { paths } from '#web/paths.ts'
import { FailedLoads, Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { ProductCard } from '#web/ui/catalog/product-card.tsx'
import { CardSkeletons, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { Pencil } from '#web/ui/icons/pencil.tsx'
import { Plus } from '#web/ui/icons/plus.tsx'
import { Tags } from '#web/ui/icons/tags.tsx'
import { TicketPercent } from '#web/ui/icons/ticket-percent.tsx'
import type { Route } from './+types/products'
import { DraftBanner } from './products/draft-banner.tsx'
import { DraftList } from './products/draft-list.tsx'
import { StateLinks, getStateName, useChosenState } from './products/state-links.tsx'
import { PublishedPanel } from './products/published-panel.tsx'

const Coupons = lazy(persistently(() => import('./products/coupons/coupons.tsx')))
const Prices = lazy(persistently(() => import('./products/prices/prices.tsx')))

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.products_title(), { hidden: true })

/**
 * The list of the seller's products. With `view=coupons` or `view=prices` in the query of the URL, it shows the coupons
 * or changes many prices. Source: specification, screen behaviour, my products.
 */
export default function ProductsPage() {
  const [search] = useSearchParams()
  const view = search.get('view')
  if (view !== 'coupons' && view !== 'prices') return <Products />
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      {view === 'prices' ? <Prices /> : <Coupons />}
    </Suspense>
  )
}

function Products() {
  const [hasWaitingFile, setHasWaitingFile] = useState(false)
  const query = useRead(
    listOwnProducts,
    {},
    { pollingInterval: hasWaitingFile ? SCAN_POLL_MS : 0, skipPollingIfUnfocused: true },
  )
  const { data } = query
  const draftsQuery = useRead(listDrafts, {})
  const drafts = (draftsQuery.data?.drafts ?? []).filter(({ isEmpty }) => !isEmpty)
  const isWaiting = data?.products.some(product => product.fileScan?.state === 'waiting') ?? false
  if (isWaiting !== hasWaitingFile) setHasWaitingFile(isWaiting)
  const heading = useRef<HTMLHeadingElement>(null)
  const count = data?.products.length ?? 0
  const chosen = useChosenState()
  const isShown = ({ state }: OwnProduct) => !chosen || state === chosen
  const { publishedId } = (useLocation().state ?? {}) as ProductListState
  const isJustPublished = data?.products.some(({ id }) => id === publishedId) ?? false
  const hasActions = count + drafts.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div>
          {/* The heading takes the focus after the card with the focus is deleted. */}
          <h1 ref={heading} tabIndex={-1} className="text-title">
            {m.products_title()}
          </h1>
          <p className="figures mt-2.5 text-soft">{countText(data?.products ?? [])}</p>
        </div>
        {hasActions && !isJustPublished && <ProductActions products={data?.products ?? []} />}
      </header>
      <DraftBanner />
      {data && <PublishedPanel products={data.products} />}
      {/* On a phone, the link of a product that was just published is on the first screen. */}
      {isJustPublished && <ProductActions products={data?.products ?? []} />}
      <FailedLoads queries={[draftsQuery]} />
      <Loaded query={query} loading={m.products_loading()} skeleton={<ProductSkeletons />}>
        {({ products }) =>
          products.length + drafts.length === 0 ? (
            <PublishPrompt />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <StateLinks
                states={[
                  ...products.map(({ state }) => state),
                  ...drafts.map(() => 'draft' as const),
                ]}
                chosen={chosen}
              />
              {drafts.length > 0 && (chosen ?? 'draft') === 'draft' && (
                <DraftList drafts={drafts} onDeleted={() => heading.current?.focus()} />
              )}
              {products.length === 0 && <PublishPrompt />}
              <Grid kind="threeColumns">
                {products.filter(isShown).map((product, index) => (
                  <OwnProductCard
                    key={product.id}
                    product={product}
                    eager={index < 3}
                    onDeleted={() => heading.current?.focus()}
                  />
                ))}
              </Grid>
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

/** The links to what can be done with the products, and to a new one. */
function ProductActions({ products }: { products: OwnProduct[] }) {
  return (
    <div className="flex flex-wrap gap-2.5">
      {products.length > 0 && (
        <LinkButton
          kind="ghost"
          to={paths.dashboardProducts({ view: 'coupons' })}
          icon={<TicketPercent aria-hidden size={18} />}
        >
          {m.coupons_title()}
        </LinkButton>
      )}
      {products.length > 0 && (
        <LinkButton
          kind="ghost"
          to={paths.dashboardProducts({ view: 'prices' })}
          icon={<Tags aria-hidden size={18} />}
        >
          {m.prices_title()}
        </LinkButton>
      )}
      {canMakePack(products) && <NewPackButton />}
      <LinkButton to={paths.createProduct()} icon={<Plus aria-hidden size={19} />}>
        {m.products_new()}
      </LinkButton>
    </div>
  )
}

function ProductSkeletons() {
  return (
    <div className="grid grid-cols-1 gap-x-[22px] gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      <CardSkeletons count={3} />
    </div>
  )
}

/** A pack sells two products or more that were published and have a price. */
const canMakePack = (products: OwnProduct[]) =>
  products.filter(({ pack, price, state }) => !pack && price > 0 && state !== 'archived').length >=
  PACK_PARTS.min

const countText = (products: OwnProduct[]) =>
  products.length === 0
    ? m.products_lead()
    : m.products_count({
        count: products.filter(({ saleObstacle }) => saleObstacle === null).length,
      })

/** Tells why a product, or its newest file, is not for sale. */
function ProductProblem({ product: { saleObstacle, state, fileScan } }: { product: OwnProduct }) {
  switch (saleObstacle) {
    case null:
    case 'no_files':
      return fileScan?.state === 'refused' ? (
        <Problem tone="bad">{m.products_file_refused()}</Problem>
      ) : (
        fileScan && <Problem tone="soft">{m.products_file_waiting()}</Problem>
      )
    case 'taken_down':
      return <Problem tone="bad">{m.products_taken_down()}</Problem>
    case 'pack_incomplete':
      return <Problem tone="bad">{m.products_pack_incomplete()}</Problem>
    default:
      return <Problem tone="soft">{getStateName(state)}</Problem>
  }
}

const Problem = ({ tone, children }: { tone: 'bad' | 'soft'; children: string }) => (
  <span className={tone === 'bad' ? 'font-semibold text-bad' : 'font-semibold text-soft'}>
    {children}
  </span>
)

/** Tells that the seller has changed the product and not published that, or when it is published by itself. */
function Unpublished({ product: { unpublished } }: { product: OwnProduct }) {
  if (!unpublished) return null
  const { publishAt } = unpublished
  return (
    <span className="block font-semibold text-jade">
      {publishAt === null
        ? m.products_unpublished()
        : m.edit_scheduled_for({ date: formatDateTime(publishAt, getDeviceTimeZone()) })}
    </span>
  )
}

/** A product card with edit and delete buttons instead of the buy link. */
function OwnProductCard({
  product,
  eager,
  onDeleted,
}: {
  product: OwnProduct
  eager: boolean
  onDeleted: () => void
}) {
  const to = paths.dashboardProduct(product.id)
  return (
    <ProductCard
      heading="h2"
      to={to}
      image={product.imageFile}
      eager={eager}
      name={product.name}
      description={product.description}
      byline={
        <>
          <ProductProblem product={product} />
          <Unpublished product={product} />
          {product.freeCopies > 0 && (
            <span className="figures block text-soft">{countFreeCopies(product.freeCopies)}</span>
          )}
        </>
      }
      category={product.category.name}
      subcategory={product.subcategory.name}
      isDynamic={product.isPriceDynamic}
      price={formatProductPrice(product)}
      controls={
        <span className="flex flex-wrap items-center gap-1.5">
          <LinkButton
            to={paths.editProduct(product.id)}
            kind="ghost"
            size="small"
            icon={<Pencil aria-hidden size={16} />}
          >
            {m.products_edit()}
            <span className="sr-only"> {product.name}</span>
          </LinkButton>
          <DeleteProductButton product={product} onDeleted={onDeleted} />
        </span>
      }
    />
  )
}
