/** A page of the site. */
interface Page {
  /** The path as in `web/routes.ts`, with at most one `:parameter`. */
  pattern: string
  /**
   * The route id of a page that is the same for every visitor: its file below `web/`. The server caches such a page; the
   * sitemap, the budgets and the cache read the route ids from here.
   */
  publicRouteId?: string
}

/** Every page of the site, except the one that is shown for an unknown URL. */
export const PAGES = {
  home: { pattern: '/', publicRouteId: 'pages/public/home' },
  explore: { pattern: '/explore', publicRouteId: 'pages/public/explore' },
  product: { pattern: '/product/:id', publicRouteId: 'pages/public/product' },
  profile: { pattern: '/profile/:username', publicRouteId: 'pages/public/profile' },
  faq: { pattern: '/faq', publicRouteId: 'pages/public/faq' },
  help: { pattern: '/help', publicRouteId: 'pages/public/help' },
  terms: { pattern: '/tyc', publicRouteId: 'pages/public/terms' },
  checkout: { pattern: '/checkout' },
  paymentSuccess: { pattern: '/payment/success' },
  paymentPending: { pattern: '/payment/pending' },
  paymentFailure: { pattern: '/payment/failure' },
  myOrders: { pattern: '/order' },
  order: { pattern: '/order/:token' },
  loading: { pattern: '/loading' },
  uiKit: { pattern: '/dev/ui' },
  login: { pattern: '/login' },
  logout: { pattern: '/logout' },
  register: { pattern: '/register' },
  emailSent: { pattern: '/verifyemail' },
  notVerified: { pattern: '/notverified' },
  verify: { pattern: '/verify/:token' },
  recover: { pattern: '/recover' },
  resetPassword: { pattern: '/reset/:token' },
  setPassword: { pattern: '/set/:token' },
  confirmEmailChange: { pattern: '/confirm-email-change/:token' },
  dashboard: { pattern: '/dashboard' },
  dashboardHome: { pattern: '/dashboard/home' },
  dashboardProducts: { pattern: '/dashboard/products' },
  dashboardProduct: { pattern: '/dashboard/product/:id' },
  createProduct: { pattern: '/dashboard/product/create' },
  editProduct: { pattern: '/dashboard/product/edit/:id' },
  dashboardSales: { pattern: '/dashboard/sales' },
  dashboardProfile: { pattern: '/dashboard/profile' },
  editProfile: { pattern: '/dashboard/profile/build' },
  paymentAccount: { pattern: '/dashboard/profile/payment' },
  notifications: { pattern: '/dashboard/profile/notifications' },
  security: { pattern: '/dashboard/security' },
  dashboardLogout: { pattern: '/dashboard/logout' },
  dashboardAdmin: { pattern: '/dashboard/admin' },
  adminDashboard: { pattern: '/admin/dashboard' },
} as const satisfies Record<string, Page>

type PageName = keyof typeof PAGES

/** The pages that are the same for every visitor, with their route ids. */
export const PUBLIC_PAGES = Object.values<Page>(PAGES).flatMap(({ pattern, publicRouteId }) =>
  publicRouteId === undefined ? [] : [{ pattern, routeId: publicRouteId }],
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
