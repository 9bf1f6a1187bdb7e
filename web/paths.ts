/** A page of the site. */
export interface Page {
  /** The path with at most one `:parameter`. */
  pattern: string
  /** The file of the page below `web/pages/`, without its extension. */
  file: string
  /** True for a page that is the same for every visitor. The server caches it and lists it in the sitemap. */
  isCached?: true
}

/**
 * Every page of the site, except the one that is shown for an unknown URL. The routes, the sitemap, the budgets and the
 * cache read this table.
 */
export const PAGES = {
  home: { pattern: '/', file: 'public/home', isCached: true },
  explore: { pattern: '/explore', file: 'public/explore', isCached: true },
  product: { pattern: '/product/:id', file: 'public/product', isCached: true },
  profile: { pattern: '/profile/:username', file: 'public/profile', isCached: true },
  faq: { pattern: '/faq', file: 'public/faq', isCached: true },
  help: { pattern: '/help', file: 'public/help', isCached: true },
  withdrawal: { pattern: '/withdrawal', file: 'public/about/withdrawal', isCached: true },
  terms: { pattern: '/tyc', file: 'public/terms', isCached: true },
  accessibility: {
    pattern: '/accessibility',
    file: 'public/about/accessibility',
    isCached: true,
  },
  checkout: { pattern: '/checkout', file: 'public/checkout' },
  paymentSuccess: { pattern: '/payment/success', file: 'public/payment-success' },
  paymentPending: { pattern: '/payment/pending', file: 'public/payment-pending' },
  paymentFailure: { pattern: '/payment/failure', file: 'public/payment-failure' },
  myOrders: { pattern: '/order', file: 'public/my-orders' },
  order: { pattern: '/order/:token', file: 'public/order' },
  confirmOrderEmail: {
    pattern: '/order-email/:token',
    file: 'public/my-orders/confirm-order-email',
  },
  muteReviews: { pattern: '/mute-reviews/:token', file: 'public/my-orders/mute-reviews' },
  muteOrder: { pattern: '/mute-order/:token', file: 'public/my-orders/mute-order' },
  loading: { pattern: '/loading', file: 'public/loading' },
  crash: { pattern: '/dev/crash', file: 'dev/crash' },
  uiKit: { pattern: '/dev/ui', file: 'dev/ui-kit' },
  login: { pattern: '/login', file: 'account/login' },
  secondStep: { pattern: '/login/second-step', file: 'account/second-step' },
  logout: { pattern: '/logout', file: 'account/logout' },
  register: { pattern: '/register', file: 'account/register' },
  emailSent: { pattern: '/verifyemail', file: 'account/email-sent' },
  notVerified: { pattern: '/notverified', file: 'account/not-verified' },
  verify: { pattern: '/verify/:token', file: 'account/verify' },
  recover: { pattern: '/recover', file: 'account/recover' },
  resetPassword: { pattern: '/reset/:token', file: 'account/reset-password' },
  setPassword: { pattern: '/set/:token', file: 'account/set-password' },
  confirmEmailChange: {
    pattern: '/confirm-email-change/:token',
    file: 'account/confirm-email-change',
  },
  undoAccountChange: {
    pattern: '/undo-account-change/:token',
    file: 'account/undo-account-change',
  },
  undoSecondFactor: {
    pattern: '/undo-second-factor/:token',
    file: 'account/undo-second-factor',
  },
  dashboard: { pattern: '/dashboard', file: 'dashboard/home' },
  dashboardHome: { pattern: '/dashboard/home', file: 'dashboard/home' },
  welcome: { pattern: '/dashboard/welcome', file: 'dashboard/welcome' },
  dashboardProducts: { pattern: '/dashboard/products', file: 'dashboard/products' },
  dashboardProduct: { pattern: '/dashboard/product/:id', file: 'dashboard/product-detail' },
  createProduct: { pattern: '/dashboard/product/create', file: 'dashboard/create-product' },
  editProduct: { pattern: '/dashboard/product/edit/:id', file: 'dashboard/edit-product' },
  dashboardSales: { pattern: '/dashboard/sales', file: 'dashboard/sales' },
  dashboardReturns: { pattern: '/dashboard/returns', file: 'dashboard/returns' },
  dashboardReviews: { pattern: '/dashboard/reviews', file: 'dashboard/reviews' },
  dashboardProfile: { pattern: '/dashboard/profile', file: 'dashboard/profile' },
  editProfile: { pattern: '/dashboard/profile/build', file: 'dashboard/profile' },
  paymentAccount: { pattern: '/dashboard/profile/payment', file: 'dashboard/profile' },
  notifications: { pattern: '/dashboard/profile/notifications', file: 'dashboard/profile' },
  security: { pattern: '/dashboard/security', file: 'dashboard/security' },
  secondFactor: {
    pattern: '/dashboard/security/second-factor',
    file: 'dashboard/second-factor',
  },
  dashboardLogout: { pattern: '/dashboard/logout', file: 'dashboard/logout' },
  dashboardAdmin: { pattern: '/dashboard/admin', file: 'admin/admin' },
  adminDashboard: { pattern: '/admin/dashboard', file: 'admin/admin' },
} as const satisfies Record<string, Page>

type PageName = keyof typeof PAGES

/** The pages that are the same for every visitor, with their route ids. */
export const PUBLIC_PAGES = Object.values<Page>(PAGES).flatMap(({ pattern, file, isCached }) =>
  isCached ? [{ pattern, routeId: `pages/${file}` }] : [],
)

/** The query parameters of a path. Parameters without a value are omitted. */
type Query = Record<string, string | number | undefined>

type PathBuilder<Pattern extends string> = Pattern extends `${string}:${string}`
  ? (parameter: string | number, query?: Query) => string
  : (query?: Query) => string

/** Functions that build the path of each page: `paths.product(7)`, `paths.dashboardSales({ sale: orderId })`. */
export const paths = Object.fromEntries(
  Object.entries(PAGES).map(([name, { pattern }]) => [name, builderOf(pattern)]),
) as { [Name in PageName]: PathBuilder<(typeof PAGES)[Name]['pattern']> }

function builderOf(pattern: string) {
  const [start, parameterName] = pattern.split(':')
  if (parameterName === undefined) return (query?: Query) => withQuery(pattern, query)
  return (parameter: string | number, query?: Query) =>
    withQuery(`${start}${encodeURIComponent(parameter)}`, query)
}

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
