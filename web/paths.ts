import { buildProductPath } from '#contract/products/product-path.ts'

/**
 * The path of every page of the site, except that of an unknown URL. All but the product page have at most one
 * `:parameter`. Browsers load this table; `pages.ts` has what only the server and the build need.
 */
export const PATTERNS = {
  home: '/',
  explore: '/explore',
  product: '/product/:id/:slug?',
  profile: '/profile/:username',
  faq: '/faq',
  help: '/help',
  guide: '/help/:guide',
  withdrawal: '/withdrawal',
  terms: '/tyc',
  accessibility: '/accessibility',
  checkout: '/checkout',
  paymentLink: '/comprar/:ids',
  paymentSuccess: '/payment/success',
  paymentPending: '/payment/pending',
  paymentFailure: '/payment/failure',
  myOrders: '/order',
  order: '/order/:token',
  confirmOrderEmail: '/order-email/:token',
  emailChoices: '/emails/:token',
  loading: '/loading',
  crash: '/dev/crash',
  figures: '/dev/figures',
  login: '/login',
  secondStep: '/login/second-step',
  logout: '/logout',
  register: '/register',
  emailSent: '/verifyemail',
  notVerified: '/notverified',
  verify: '/verify/:token',
  recover: '/recover',
  resetPassword: '/reset/:token',
  setPassword: '/set/:token',
  confirmEmailChange: '/confirm-email-change/:token',
  confirmContactEmail: '/contact-email/:token',
  undoEmailChange: '/undo-email-change/:token',
  undoAccountChange: '/undo-account-change/:token',
  undoSecondFactor: '/undo-second-factor/:token',
  dashboard: '/dashboard',
  dashboardHome: '/dashboard/home',
  welcome: '/dashboard/welcome',
  dashboardProducts: '/dashboard/products',
  dashboardProduct: '/dashboard/product/:id',
  createProduct: '/dashboard/product/create',
  editProduct: '/dashboard/product/edit/:id',
  previewProduct: '/dashboard/product/preview/:id',
  dashboardSales: '/dashboard/sales',
  dashboardReturns: '/dashboard/returns',
  dashboardReviews: '/dashboard/reviews',
  dashboardProfile: '/dashboard/profile',
  editProfile: '/dashboard/profile/build',
  paymentAccount: '/dashboard/profile/payment',
  conversions: '/dashboard/profile/conversions',
  notifications: '/dashboard/profile/notifications',
  security: '/dashboard/security',
  secondFactor: '/dashboard/security/second-factor',
  dashboardLogout: '/dashboard/logout',
  dashboardAdmin: '/dashboard/admin',
  systemStatus: '/dashboard/status',
  adminDashboard: '/admin/dashboard',
} as const

export type PageName = keyof typeof PATTERNS

/** The query parameters of a path. Parameters without a value are omitted. */
type Query = Record<string, string | number | undefined>

type PathBuilder<Pattern extends string> = Pattern extends `${string}:${string}`
  ? (parameter: string | number, query?: Query) => string
  : (query?: Query) => string

/** Functions that build the path of each page: `paths.product(product)`, `paths.dashboardSales({ sale: orderId })`. */
export const paths = {
  ...(Object.fromEntries(
    Object.entries(PATTERNS).map(([name, pattern]) => [name, builderOf(pattern)]),
  ) as { [Name in PageName]: PathBuilder<(typeof PATTERNS)[Name]> }),
  product: buildProductPath,
}

/** The beginnings of the paths of pages whose path ends with a secret token. */
export const TOKEN_PATHS: readonly string[] = Object.values<string>(PATTERNS)
  .filter(pattern => pattern.endsWith('/:token'))
  .map(pattern => pattern.slice(0, -':token'.length))

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
