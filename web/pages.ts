import { PATTERNS, type PageName } from './paths.ts'

/** A page of the site. */
export interface Page {
  /** The path with its `:parameters`; one with a question mark is optional. */
  pattern: string
  /** The file of the page below `web/pages/`, without its extension. */
  file: string
  /** True for a page that is the same for every visitor. The server caches it and lists it in the sitemap. */
  isCached?: true
}

const FILES: Record<PageName, Omit<Page, 'pattern'>> = {
  home: { file: 'public/home', isCached: true },
  explore: { file: 'public/explore', isCached: true },
  product: { file: 'public/product', isCached: true },
  profile: { file: 'public/profile', isCached: true },
  faq: { file: 'public/faq', isCached: true },
  help: { file: 'public/help', isCached: true },
  guide: { file: 'public/guide', isCached: true },
  withdrawal: { file: 'public/withdrawal', isCached: true },
  terms: { file: 'public/terms', isCached: true },
  accessibility: { file: 'public/accessibility', isCached: true },
  checkout: { file: 'public/checkout' },
  paymentLink: { file: 'public/payment-link' },
  paymentSuccess: { file: 'public/payment-success' },
  paymentPending: { file: 'public/payment-pending' },
  paymentFailure: { file: 'public/payment-failure' },
  myOrders: { file: 'public/my-orders' },
  order: { file: 'public/order' },
  confirmOrderEmail: { file: 'public/confirm-order-email' },
  emailChoices: { file: 'public/email-choices' },
  loading: { file: 'public/loading' },
  crash: { file: 'dev/crash' },
  figures: { file: 'dev/figures' },
  login: { file: 'account/login' },
  secondStep: { file: 'account/second-step' },
  logout: { file: 'account/logout' },
  register: { file: 'account/register' },
  emailSent: { file: 'account/email-sent' },
  notVerified: { file: 'account/not-verified' },
  verify: { file: 'account/verify' },
  recover: { file: 'account/recover' },
  resetPassword: { file: 'account/reset-password' },
  setPassword: { file: 'account/set-password' },
  confirmEmailChange: { file: 'account/confirm-email-change' },
  confirmContactEmail: { file: 'account/confirm-contact-email' },
  undoEmailChange: { file: 'account/undo-email-change' },
  undoAccountChange: { file: 'account/undo-account-change' },
  undoSecondFactor: { file: 'account/undo-second-factor' },
  dashboard: { file: 'dashboard/home' },
  dashboardHome: { file: 'dashboard/home' },
  welcome: { file: 'dashboard/welcome' },
  dashboardProducts: { file: 'dashboard/products' },
  dashboardProduct: { file: 'dashboard/product-detail' },
  createProduct: { file: 'dashboard/create-product' },
  editProduct: { file: 'dashboard/edit-product' },
  previewProduct: { file: 'public/product/preview' },
  dashboardSales: { file: 'dashboard/sales' },
  dashboardReturns: { file: 'dashboard/returns' },
  dashboardReviews: { file: 'dashboard/reviews' },
  dashboardProfile: { file: 'dashboard/profile' },
  editProfile: { file: 'dashboard/profile' },
  paymentAccount: { file: 'dashboard/profile' },
  conversions: { file: 'dashboard/profile' },
  notifications: { file: 'dashboard/profile' },
  security: { file: 'dashboard/security' },
  secondFactor: { file: 'dashboard/second-factor' },
  dashboardLogout: { file: 'dashboard/logout' },
  dashboardAdmin: { file: 'admin/admin' },
  systemStatus: { file: 'admin/status' },
  adminDashboard: { file: 'admin/admin' },
}

/**
 * Every page of the site, except the one that is shown for an unknown URL. The routes, the sitemap, the budgets and the
 * cache read this table.
 */
export const PAGES = Object.fromEntries(
  Object.entries(PATTERNS).map(([name, pattern]) => [
    name,
    { pattern, ...FILES[name as PageName] },
  ]),
) as Record<PageName, Page>

/** The name of a layout: of the site, of the kiosks, and of the dashboard. */
export type LayoutName = 'public' | 'bare' | 'dashboard'

/** The pages of a seller's kiosk and what shows them before they are public. They have no navigation of the site. */
const KIOSK_PAGES = ['public/product', 'public/product/preview', 'public/profile']

/** Returns the layout of a page, whose file is `web/layouts/<name>-layout.tsx`. */
export function chooseLayout({ file }: Pick<Page, 'file'>): LayoutName {
  if (/^(dashboard|admin)\//.test(file)) return 'dashboard'
  return KIOSK_PAGES.includes(file) ? 'bare' : 'public'
}

/** The pages that are the same for every visitor, with their route ids. */
export const PUBLIC_PAGES = Object.values(PAGES).flatMap(({ pattern, file, isCached }) =>
  isCached ? [{ pattern, routeId: `pages/${file}`, layout: chooseLayout({ file }) }] : [],
)
