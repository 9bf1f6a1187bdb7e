import { PAGES } from '#web/pages.ts'
import type { SeedData } from './seed.ts'

/**
 * The kind of user who opens a screen; a shopper is a visitor with products in the cart, and who is half signed in must
 * take the second step.
 */
type ScreenViewer =
  | 'visitor'
  | 'shopper'
  | 'halfSignedIn'
  | 'newSeller'
  | 'seller'
  | 'protectedSeller'
  | 'departingSeller'
  | 'admin'

export interface Screen {
  name: string
  address: (seed: SeedData) => string
  viewer: ScreenViewer
  /** Requests that the test leaves without a response, so that it can check the loading state. */
  unansweredCalls?: RegExp
  /** The console errors that the screen causes. */
  consoleError?: RegExp
}

type Row = [name: string, address: string | ((seed: SeedData) => string), unansweredCalls?: RegExp]

const toScreens = (viewer: ScreenViewer, list: Row[]): Screen[] =>
  list.map(([name, address, unansweredCalls]) => ({
    name,
    address: typeof address === 'string' ? () => address : address,
    viewer,
    ...(unansweredCalls && { unansweredCalls }),
  }))

/** A seed whose ids are all `1`, for building the addresses of screens without a server. */
const PLACEHOLDER_SEED: SeedData = new Proxy({} as SeedData, {
  get: (_seed, name) => (name === 'orders' ? PLACEHOLDER_SEED : '1'),
})

/** Returns the path of a screen, with `1` for each id. */
export const getScreenPath = ({ address }: Screen): string =>
  new URL(address(PLACEHOLDER_SEED), 'http://kiosko.test').pathname

/** The screen that shows the error page. */
const CRASHING_SCREEN: Screen = {
  name: 'crash',
  address: () => '/dev/crash',
  viewer: 'visitor',
  consoleError: /This page always fails|status of 500|Minified React error/,
}

/** The screens that need a certain user or address, in groups of about the same size. */
const LISTED_SCREENS = {
  accounts: [
    ...toScreens('halfSignedIn', [['second-step', '/login/second-step']]),
    ...toScreens('visitor', [
      ['home', '/'],
      ['register', '/register'],
      ['email-sent', '/verifyemail'],
      ['verifying', '/verify/not-a-token', /\/api\/.*\/verify\//],
      ['verify-failed', '/verify/not-a-token'],
      ['login', '/login'],
      ['login-google', '/login?google=unverified_email'],
      ['login-step-expired', '/login?step=expired'],
      ['login-email-change', '/login?email_change=success'],
      ['not-verified', '/notverified'],
      ['recover', '/recover'],
      ['reset', '/reset/not-a-token'],
      ['set', '/set/not-a-token'],
      [
        'confirming-email',
        '/confirm-email-change/not-a-token',
        /\/api\/.*\/confirm-email-change\//,
      ],
      ['confirm-contact-email', '/contact-email/not-a-token'],
      ['undo-email-change', '/undo-email-change/not-a-token'],
      ['undo-account-change', '/undo-account-change/not-a-token'],
      ['undo-second-factor', '/undo-second-factor/not-a-token'],
      ['loading', '/loading'],
      ['logout', '/logout', /\/api\/auth\/logout/],
      ['not-found', '/nothing/here'],
      ['faq', '/faq'],
      ['terms', '/tyc'],
      ['help', '/help'],
      ['guide', '/help/get-your-money-back'],
      ['guide-missing', '/help/nothing'],
    ]),
  ],
  publicAndAdmin: [
    ...toScreens('visitor', [
      ['product', f => `/product/${f.productId}`],
      ['product-files', f => `/product/${f.courseId}`],
      ['product-dynamic', f => `/product/${f.dynamicProductId}`],
      ['product-unlinked', f => `/product/${f.unlinkedProductId}`],
      ['product-archived', f => `/product/${f.archivedProductId}`],
      ['product-missing', '/product/999999'],
      ['product-wrong-id', '/product/abc'],
      ['explore', '/explore'],
      ['explore-found', '/explore?q=loops&minPrice=10&dynamicPrice=true'],
      ['explore-nothing', '/explore?q=zzzzzz'],
      ['public-profile', f => `/profile/${f.username}`],
      ['public-profile-missing', '/profile/nobodyhere'],
    ]),
    CRASHING_SCREEN,
    ...toScreens('admin', [
      ['admin-status', '/dashboard/status'],
      ['admin-reviews', '/dashboard/admin?tab=reviews'],
      ['admin-unmatched', '/dashboard/admin?tab=unmatched'],
      ['admin-reports', '/dashboard/admin?tab=reports'],
      ['admin-product-reviews', '/dashboard/admin?tab=product-reviews'],
      ['admin-users', '/dashboard/admin?tab=users'],
      ['admin-products', '/dashboard/admin?tab=products'],
      ['admin-files', '/dashboard/admin?tab=files'],
      ['admin-commission', '/dashboard/admin?tab=commission'],
      ['admin-reconciliations', '/dashboard/admin?tab=reconciliations'],
      ['admin-jobs', '/dashboard/admin?tab=jobs'],
      ['admin-invariants', '/dashboard/admin?tab=invariants'],
      ['admin-testimonials', '/dashboard/admin?tab=testimonials'],
      ['admin-audit', '/admin/dashboard?tab=audit'],
    ]),
  ],
  orders: [
    ...toScreens('visitor', [
      ['payment-success', f => `/payment/success?order=${f.orders.approved}`],
      ['payment-pending', f => `/payment/pending?order=${f.orders.pending}`],
      ['payment-failure', f => `/payment/failure?order=${f.orders.rejected}`],
      ['payment-success-bare', '/payment/success'],
      ['order-approved', f => `/order/${f.orders.approved}`],
      ['order-files', f => `/order/${f.orders.withFiles}`],
      ['order-reviewed', f => `/order/${f.orders.reviewed}`],
      ['order-pending', f => `/order/${f.orders.pending}`],
      ['order-in-process', f => `/order/${f.orders.in_process}`],
      ['order-rejected', f => `/order/${f.orders.rejected}`],
      ['order-created', f => `/order/${f.orders.created}`],
      ['order-unknown', '/order/nothing'],
      ['confirm-order-email', '/order-email/not-a-token'],
      ['email-choices', '/emails/not-a-token'],
      ['orders', '/order'],
      ['withdrawal', '/withdrawal'],
      ['checkout-empty', '/checkout'],
      ['payment-link', f => `/comprar/${f.productId}`],
      ['payment-link-price', f => `/comprar/${f.dynamicProductId}?precio=9000`],
      ['payment-link-several', f => `/comprar/${f.productId},${f.courseId},999999`],
      ['payment-link-sellers', f => `/comprar/${f.productId},${f.unlinkedProductId}`],
      ['payment-link-unlinked', f => `/comprar/${f.unlinkedProductId}`],
      ['payment-link-gone', '/comprar/999999'],
      ['payment-link-wrong', '/comprar/abc'],
    ]),
    ...toScreens('shopper', [
      ['checkout', '/checkout'],
      ['payment-link-with-cart', f => `/comprar/${f.courseId}`],
      ['product-with-cart', f => `/product/${f.productId}`],
    ]),
    ...toScreens('newSeller', [
      ['dashboard-new', '/dashboard'],
      ['products-empty', '/dashboard/products'],
      ['payment-account-new', '/dashboard/profile/payment'],
      ['sales-empty', '/dashboard/sales'],
      ['sources-empty', '/dashboard/sales?view=sources'],
      ['statements-empty', '/dashboard/sales?view=statements'],
    ]),
    ...toScreens('departingSeller', [
      ['dashboard-logout', '/dashboard/logout', /\/api\/auth\/logout/],
    ]),
  ],
  dashboard: [
    ...toScreens('protectedSeller', [
      ['second-factor-active', '/dashboard/security/second-factor'],
      ['security-protected', '/dashboard/security'],
    ]),
    ...toScreens('seller', [
      ['second-factor', '/dashboard/security/second-factor'],
      ['security', '/dashboard/security?google=linked'],
      ['dashboard', '/dashboard/home'],
      ['products', '/dashboard/products'],
      ['create', '/dashboard/product/create'],
      ['profile-area', '/dashboard/profile'],
      ['payment-account', '/dashboard/profile/payment'],
      ['sales', '/dashboard/sales'],
      ['sources', '/dashboard/sales?view=sources'],
      ['statements', '/dashboard/sales?view=statements'],
      ['sale', f => `/dashboard/sales?sale=${f.saleId}`],
      ['sale-files', f => `/dashboard/sales?sale=${f.courseSaleId}`],
      ['sales-filtered', '/dashboard/sales?q=nothing&state=refunded'],
      ['edit', f => `/dashboard/product/edit/${f.productId}`],
      ['edit-gone', '/dashboard/product/edit/abc'],
      ['preview', f => `/dashboard/product/preview/${f.productId}`],
      ['preview-draft', f => `/dashboard/product/preview/${f.draftId}`],
      ['preview-gone', '/dashboard/product/preview/abc'],
      ['draft', f => `/dashboard/product/create?draft=${f.draftId}`],
      ['draft-gone', '/dashboard/product/create?draft=abc'],
      ['detail', f => `/dashboard/product/${f.productId}`],
      ['detail-files', f => `/dashboard/product/${f.courseId}`],
      ['profile', '/dashboard/profile/build'],
      ['conversions', '/dashboard/profile/conversions'],
      ['notifications', '/dashboard/profile/notifications'],
    ]),
  ],
}

const listedPaths = new Set(Object.values(LISTED_SCREENS).flat().map(getScreenPath))

/** Returns the pages without a parameter of which no screen is listed, as the viewer sees them. */
const toUnlistedScreens = (viewer: ScreenViewer, isShownTo: (file: string) => boolean): Screen[] =>
  toScreens(
    viewer,
    Object.entries(PAGES)
      .filter(([, { pattern, file }]) => !pattern.includes(':') && isShownTo(file))
      .filter(([, { pattern }]) => !listedPaths.has(pattern))
      .map(([name, { pattern }]): Row => [name, pattern]),
  )

const isDashboardFile = (file: string) => file.startsWith('dashboard/')

/** Every screen of the site, in groups of about the same size, so that the test workers share the work evenly. */
export const SCREENS: Record<string, Screen[]> = {
  ...LISTED_SCREENS,
  accounts: [
    ...LISTED_SCREENS.accounts,
    ...toUnlistedScreens('visitor', file => !isDashboardFile(file)),
  ],
  dashboard: [...LISTED_SCREENS.dashboard, ...toUnlistedScreens('seller', isDashboardFile)],
}
