import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  type OwnProduct,
  type OwnProductDetail,
  getOwnProduct,
} from '#contract/products/products.ts'
import { hasPage } from '#contract/products/sale-obstacles.ts'
import { calculateCommission, toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { describeFiles } from '#web/features/files/describe-files.ts'
import { FileScanBanner, SCAN_POLL_MS } from '#web/features/files/file-scan-banner.tsx'
import { BumpPanel } from '#web/features/prices/bump-panel.tsx'
import { PaymentLinkPanel } from '#web/features/products/payment-link-panel.tsx'
import { DuplicateButton } from '#web/features/products/duplicate-button.tsx'
import { DeleteProductButton } from '#web/features/products/delete-product-button.tsx'
import {
  formatDateTime,
  formatMinorUnits,
  formatPrice,
  getDeviceTimeZone,
} from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { isFree } from '#web/shared/product-price.ts'
import { ChannelLinks } from '#web/shared/share/channel-links.tsx'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { ProductStateButtons } from '#web/features/products/product-state-buttons.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { ProductUpdatesSection } from '#web/features/files/product-files/product-updates.tsx'
import { getFilesPath } from '#web/features/files/files-id.ts'
import { PackParts } from '#web/features/prices/pack-parts.tsx'
import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { ExternalLink } from '#web/ui/icons/external-link.tsx'
import { Pencil } from '#web/ui/icons/pencil.tsx'
import type { Route } from './+types/product-detail'
import { ProductSales } from './product-sales.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.detail_title(), { hidden: true })

/** Shows one of the seller's products with its sales, files and share links. */
export default function ProductDetailPage() {
  const id = parseId(useParams()['id'])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <Link
        to={paths.dashboardProducts()}
        className="-ml-1 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-field px-1 text-small font-[550] text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={17} />
        {m.products_title()}
      </Link>
      {id === undefined ? <ProductMissing /> : <ProductLoader key={id} id={id} />}
    </div>
  )
}

function ProductLoader({ id }: { id: number }) {
  const [isWaiting, setIsWaiting] = useState(false)
  const query = useRead(
    getOwnProduct,
    { params: { id } },
    { pollingInterval: isWaiting ? SCAN_POLL_MS : 0, skipPollingIfUnfocused: true },
  )
  const waits = query.currentData?.fileScan?.state === 'waiting'
  if (waits !== isWaiting) setIsWaiting(waits)
  return (
    <Loaded query={query} skeleton={<ProductSkeleton />} missing={<ProductMissing />}>
      {product => <ProductDetailView product={product} />}
    </Loaded>
  )
}

function ProductDetailView({ product }: { product: OwnProductDetail }) {
  const { origin } = useSiteSettings()
  const navigate = useNavigate()
  const publicPath = paths.product(product)
  const hasPublicPage = hasPage(product.saleObstacle)
  return (
    <>
      {product.takenDown && (
        <Banner tone="bad" title={m.detail_taken_down()}>
          {product.takenDown.reason}
        </Banner>
      )}
      <ProductStateBanner state={product.state} />
      {product.fileScan && <FileScanBanner scan={product.fileScan} />}
      {product.unpublished && (
        <Banner
          tone="info"
          title={m.edit_unpublished()}
          action={
            <LinkButton size="small" to={paths.editProduct(product.id)}>
              {m.edit_continue()}
            </LinkButton>
          }
        >
          {product.unpublished.publishAt === null
            ? m.edit_unpublished_text()
            : m.edit_scheduled_for({
                date: formatDateTime(product.unpublished.publishAt, getDeviceTimeZone()),
              })}
        </Banner>
      )}
      {product.waitingCount > 0 && (
        <Banner tone="info" title={m.detail_waiting({ count: product.waitingCount })}>
          {m.detail_waiting_text()}{' '}
          <Link to={paths.paymentAccount()} className="link">
            {m.detail_waiting_action()}
          </Link>
        </Banner>
      )}
      <div className="grid gap-x-9 gap-y-6 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
        <div className="w-40 self-start rounded-cover shadow-lift sm:w-auto">
          <Cover src={product.imageFile} alt="" title={product.name} eager sizes="240px" />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <h1 className="text-title break-words">{product.name}</h1>
          <p className="flex flex-wrap gap-1.5">
            <Chip>{product.category.name}</Chip>
            <Chip>{product.subcategory.name}</Chip>
            <Chip>{describeFiles(product.files)}</Chip>
          </p>
          <p className="max-w-[40em] break-words whitespace-pre-line text-soft">
            {product.description}
          </p>
          <ProductPrice product={product} />
          <div className="flex flex-wrap items-center gap-2.5">
            <LinkButton to={paths.editProduct(product.id)} icon={<Pencil aria-hidden size={17} />}>
              {m.products_edit()}
            </LinkButton>
            {hasPublicPage && (
              <LinkButton
                kind="ghost"
                to={publicPath}
                icon={<ExternalLink aria-hidden size={17} />}
              >
                {m.detail_page()}
              </LinkButton>
            )}
            <ProductStateButtons product={product} />
            <DuplicateButton product={product} />
            <DeleteProductButton
              product={product}
              onDeleted={() => void navigate(paths.dashboardProducts())}
            />
          </div>
        </div>
      </div>
      {product.pack ? (
        <PackParts packId={product.id} pack={product.pack} price={product.price} />
      ) : (
        <FilesSection product={product} />
      )}
      <ProductSales productId={product.id} isPack={product.pack !== null} />
      {hasPublicPage && (
        <section aria-labelledby="share">
          <h2 id="share" className="mb-3.5 text-[1.35rem]">
            {m.detail_share()}
          </h2>
          <Card>
            <SharePanel
              url={`${origin}${publicPath}`}
              text={product.name}
              fileName={`qr-${product.id}`}
            />
            <ChannelLinks url={`${origin}${publicPath}`} />
          </Card>
        </section>
      )}
      {hasPublicPage && (product.isPriceDynamic || !isFree(product)) && (
        <section aria-labelledby="bump">
          <h2 id="bump" className="mb-3.5 text-[1.35rem]">
            {m.bump_title()}
          </h2>
          <Card>
            <BumpPanel product={product} />
          </Card>
        </section>
      )}
      {hasPublicPage && (product.isPriceDynamic || !isFree(product)) && (
        <section aria-labelledby="payment-link">
          <h2 id="payment-link" className="mb-3.5 text-[1.35rem]">
            {m.link_panel()}
          </h2>
          <Card>
            <PaymentLinkPanel product={product} />
          </Card>
        </section>
      )}
    </>
  )
}

/** Names the files that buyers get, and lets the seller tell them what has changed. */
function FilesSection({ product }: { product: OwnProduct }) {
  const [isWriting, setIsWriting] = useState(false)
  return (
    <section aria-labelledby="files">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="files" className="text-[1.35rem]">
            {m.files_title()}
          </h2>
          <p className="mt-1 text-small text-soft">{describeFiles(product.files)}</p>
        </div>
        <LinkButton kind="ghost" to={getFilesPath(product.id)}>
          {m.detail_change_files()}
        </LinkButton>
      </div>
      <ProductUpdatesSection productId={product.id} isOpen={isWriting} onOpen={setIsWriting} />
    </section>
  )
}

/** Shows the price and the seller's share of it. */
function ProductPrice({ product: { price, isPriceDynamic, currency } }: { product: OwnProduct }) {
  const { commissionTiers } = useSiteSettings()
  const shareMinor = toMinor(price) - calculateCommission(price, commissionTiers, currency)
  return (
    <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
      <div>
        <dt className="text-small text-soft">
          {isPriceDynamic ? m.create_price_minimum() : m.create_price()}
        </dt>
        <dd className="font-display text-[1.5rem] leading-tight font-bold tracking-[-0.02em]">
          {formatPrice(price, currency)}
        </dd>
      </div>
      <div>
        <dt className="text-small text-soft">
          {isPriceDynamic ? m.earn_title_dynamic() : m.earn_title()}
        </dt>
        <dd className="font-display text-[1.5rem] leading-tight font-bold tracking-[-0.02em] text-jade">
          {formatMinorUnits(shareMinor, currency)}
        </dd>
      </div>
    </dl>
  )
}

function ProductMissing() {
  return (
    <EmptyState
      art="emptyRack"
      heading="h1"
      title={m.edit_gone()}
      action={<LinkButton to={paths.dashboardProducts()}>{m.products_back()}</LinkButton>}
    >
      {m.edit_gone_text()}
    </EmptyState>
  )
}

function ProductSkeleton() {
  return (
    <div className="grid gap-9 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <Skeleton className="aspect-[4/5] w-40 rounded-cover sm:w-auto" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-11 w-3/4" />
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-24" />
        <Skeleton className="h-touch w-64 rounded-full" />
      </div>
    </div>
  )
}

/** Says what the state of a product that is not sold means. */
function ProductStateBanner({ state }: { state: OwnProduct['state'] }) {
  if (state === 'paused')
    return (
      <Banner tone="info" title={m.state_paused()}>
        {m.state_paused_text()}
      </Banner>
    )
  if (state === 'archived')
    return (
      <Banner tone="info" title={m.state_archived()}>
        {m.state_archived_text()}
      </Banner>
    )
  return null
}
