import { data } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { DownloadAll } from '#web/features/orders/order/download-all.tsx'
import { OrderItems } from '#web/features/orders/order/order-items.tsx'
import { OrderReceipt } from '#web/features/orders/receipts/order-receipt.tsx'
import { Amount, getAmountName } from '#web/features/sales/amount-labels.tsx'
import { getAmountRows } from '#web/features/sales/amount-rows.ts'
import { SalesList } from '#web/features/sales/sales-list.tsx'
import { formatDateTime, formatMinorUnits, formatNumber, formatStorage } from '#web/i18n/format.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { ProductCard } from '#web/ui/catalog/product-card.tsx'
import { Counter } from '#web/ui/forms/control.tsx'
import { DescriptionRow } from '#web/ui/overlays/drawer-section.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { StatCard } from '#web/ui/surfaces/stat-card.tsx'
import { Package } from '#web/ui/icons/package.tsx'
import { Wallet } from '#web/ui/icons/wallet.tsx'
import type { Route } from './+types/figures'

/** The page exists outside production only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageContext).features.devPages) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Figures' },
  { name: 'robots', content: 'noindex' },
]

/** The longest values: the price of a full cart, what a busy kiosk has earned, and a day of a long month. */
const CART_MINOR = LIMITS.cartItems * LIMITS.dynamicPrice.max * 100 - 1
const EARNED_MINOR = 99_999_999_999
const COUNT = 9_999_999
const DAY = '2026-09-30T20:59:00-03:00'
const NAME = 'M'.repeat(20)
const WORD = 'M'.repeat(8)

const SALE: Sale = {
  itemId: 1,
  orderId: '00000000-0000-4000-8000-000000000001',
  number: 'K7M3-2QRD',
  createdAt: DAY,
  soldAt: DAY,
  state: 'approved',
  productId: 1,
  productName: NAME,
  packName: null,
  payerEmail: 'm•••@mail.test',
  entry: null,
  couponCode: null,
  discountMinor: 0,
  currency: 'ARS',
  priceMinor: CART_MINOR,
  feeMinor: Math.floor(CART_MINOR / 5),
  sellerShareMinor: CART_MINOR - Math.floor(CART_MINOR / 5),
  providerFeeMinor: Math.floor(CART_MINOR / 15),
  refundedMinor: Math.floor(CART_MINOR / 7),
  netMinor: Math.floor(CART_MINOR / 2),
  moneyReleaseAt: DAY,
}

const FILE = {
  id: 1,
  title: null,
  fileName: 'm.pdf',
  type: 'PDF',
  sizeBytes: LIMITS.productFileMaxBytes - 100_000,
  pages: 999,
  downloadUrl: '/file',
  downloadsLeft: LIMITS.downloadsPerGrant,
  since: DAY,
  isAdded: false,
  bought: null,
}

const ITEM = {
  ...FILE,
  productId: 1,
  name: NAME,
  imageFile: '',
  priceMinor: LIMITS.dynamicPrice.max * 100 - 1,
  files: [FILE],
  updates: [],
  expiresAt: DAY,
  isRefunded: false,
  pack: null,
}

const ORDER = {
  number: SALE.number,
  createdAt: DAY,
  currency: SALE.currency,
  totalMinor: CART_MINOR,
  coupon: { code: 'FERIA-10', discountMinor: Math.floor(CART_MINOR / 9) },
  refundedMinor: SALE.refundedMinor,
  receiptUrl: '/receipt.pdf',
  items: [
    ITEM,
    {
      ...ITEM,
      id: 2,
      files: [
        { ...FILE, bought: FILE },
        { ...FILE, id: 2, isAdded: true },
      ],
    },
  ],
}

/** The archive of as many of the largest files as an order can have. */
const ARCHIVE = {
  downloadUrl: '/all.zip',
  files: LIMITS.cartItems * LIMITS.filesPerProduct,
  sizeBytes: LIMITS.cartItems * LIMITS.filesPerProduct * LIMITS.productFileMaxBytes,
  downloadsLeft: LIMITS.downloadsPerGrant,
  expiresAt: DAY,
}

/** Shows the components that have an amount, a count or a date, each with its longest value. */
export default function FiguresPage() {
  return (
    <div className="mx-auto grid max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-8 px-[18px] py-8 md:px-6">
      <h1 className="text-title">{m.dash_figures()}</h1>
      {/* The components of the dashboard get their figures from requests, so the server renders none of them. */}
      {useHydrated() && <Samples />}
    </div>
  )
}

function Samples() {
  const price = formatMinorUnits(LIMITS.dynamicPrice.max * 100, SALE.currency)
  return (
    <>
      <Grid kind="stats">
        <StatCard
          label={m.dash_space()}
          value={formatStorage(LIMITS.formFileMaxBytes * LIMITS.productsPerSeller)}
        />
        <StatCard
          label={m.dash_published()}
          icon={<Package aria-hidden size={18} />}
          value={formatNumber(COUNT)}
        />
        <StatCard
          label={m.dash_earnings()}
          icon={<Wallet aria-hidden size={18} />}
          value={formatMinorUnits(EARNED_MINOR, SALE.currency)}
        >
          <p className="figures mt-1.5 text-tiny text-soft">
            {m.dash_earnings_pending({ amount: formatMinorUnits(EARNED_MINOR, SALE.currency) })}
          </p>
        </StatCard>
        <StatCard label={m.dash_notices()} value={formatNumber(COUNT)} />
      </Grid>
      <SalesList
        sales={[SALE, { ...SALE, itemId: 2, refundedMinor: 0 }]}
        hrefOf={id => `?sale=${id}`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <Card panel>
          <OrderItems order={ORDER} fetchedAt={0} onDownload={() => undefined} />
          <DownloadAll archive={ARCHIVE} fetchedAt={0} onDownload={() => undefined} />
          <OrderReceipt token="" order={ORDER} />
        </Card>
        <Card className="grid content-start gap-4">
          <dl className="grid gap-1.5 text-small">
            {getAmountRows(SALE).map(row => (
              <DescriptionRow key={row.kind} name={getAmountName(row.kind)}>
                <Amount row={row} currency={SALE.currency} />
              </DescriptionRow>
            ))}
          </dl>
          <p className="figures text-small">{formatDateTime(DAY)}</p>
          <Counter length={LIMITS.message.max} max={LIMITS.message.max} />
        </Card>
      </div>
      <Grid>
        {[1, 2, 3, 4].map(id => (
          <ProductCard
            key={id}
            heading="h2"
            to={paths.product({ id, slug: '' })}
            image=""
            name={NAME}
            description={NAME}
            category={WORD}
            subcategory={WORD}
            isDynamic
            price={m.price_from({ price })}
            action={{ to: paths.product({ id, slug: '' }), label: m.buy_now() }}
          />
        ))}
      </Grid>
    </>
  )
}
