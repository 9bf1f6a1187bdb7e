import * as adminCommission from './admin/commission.ts'
import * as adminFileScans from './admin/file-scans.ts'
import * as adminOperations from './admin/operations.ts'
import * as adminOrders from './admin/orders.ts'
import * as adminProductReviews from './admin/product-reviews.ts'
import * as adminProducts from './admin/products.ts'
import * as adminReports from './admin/reports.ts'
import * as adminTestimonials from './admin/testimonials.ts'
import * as adminUnmatchedPayments from './admin/unmatched-payments.ts'
import * as adminUsers from './admin/users.ts'
import * as captcha from './accounts/captcha.ts'
import * as google from './accounts/google.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as passwords from './accounts/passwords.ts'
import * as registration from './accounts/registration.ts'
import * as secondFactors from './accounts/second-factors.ts'
import * as secondStep from './accounts/second-step.ts'
import * as sessions from './accounts/sessions.ts'
import * as user from './accounts/user.ts'
import * as archivedProduct from './storefront/archived-product.ts'
import * as bumps from './prices/bumps.ts'
import * as coupons from './prices/coupons.ts'
import * as availability from './storefront/availability.ts'
import * as categories from './products/categories.ts'
import * as workingCopy from './products/working-copy.ts'
import * as packs from './prices/packs.ts'
import * as previews from './products/previews.ts'
import * as priceChanges from './prices/price-changes.ts'
import * as productFiles from './files/product-files.ts'
import * as products from './products/products.ts'
import * as samples from './files/samples.ts'
import * as search from './storefront/search.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as invariants from './invariants.ts'
import * as legal from './legal.ts'
import * as orderEmails from './order-emails.ts'
import * as notifications from './notifications.ts'
import * as addressChange from './address-change.ts'
import * as buyerMessages from './buyer-messages.ts'
import * as productUpdates from './product-updates.ts'
import * as conversions from './conversions.ts'
import * as completion from './orders/completion.ts'
import * as orders from './orders/orders.ts'
import * as publicQuote from './orders/public-quote.ts'
import * as receipts from './receipts.ts'
import * as paymentAccounts from './payment-accounts.ts'
import * as reconciliation from './reconciliation.ts'
import * as payments from './payments.ts'
import * as personalData from './personal-data.ts'
import * as productReviews from './product-reviews/reviews.ts'
import * as sellerReviews from './product-reviews/seller-reviews.ts'
import * as profiles from './profiles.ts'
import * as salesAccess from './sales/access.ts'
import * as salesLines from './sales/lines.ts'
import * as salesOrder from './sales/order.ts'
import * as salesQrSheet from './sales/qr-sheet.ts'
import * as salesSources from './sales/sources.ts'
import * as salesStatements from './sales/statements.ts'
import * as salesVouchers from './sales/vouchers.ts'
import * as support from './support.ts'
import * as systemStatus from './system-status.ts'
import * as storageUsage from './files/storage-usage.ts'
import * as productPage from './storefront/product-page.ts'
import * as uploads from './files/uploads.ts'
import * as withdrawals from './withdrawals.ts'

/**
 * The contract's modules by feature: the name of their folder or file, and of the server's folder that mounts their
 * endpoints. `test/contract.test.ts` fails if an endpoint is missing here or mounted elsewhere.
 */
const FEATURES: Record<string, object[]> = {
  accounts: [
    user,
    registration,
    sessions,
    secondStep,
    passkeys,
    secondFactors,
    passwords,
    google,
    captcha,
  ],
  'payment-accounts': [paymentAccounts],
  'personal-data': [personalData],
  profiles: [profiles],
  files: [productFiles, samples, storageUsage, uploads],
  prices: [bumps, coupons, packs, priceChanges],
  products: [categories, previews, products, workingCopy],
  storefront: [archivedProduct, availability, productPage, search],
  'product-reviews': [productReviews, sellerReviews],
  orders: [orders, completion, publicQuote],
  conversions: [conversions],
  'product-updates': [productUpdates],
  'address-change': [addressChange],
  'buyer-messages': [buyerMessages],
  'order-emails': [orderEmails],
  receipts: [receipts],
  payments: [payments],
  reconciliation: [reconciliation],
  withdrawals: [withdrawals],
  sales: [
    salesLines,
    salesOrder,
    salesAccess,
    salesVouchers,
    salesQrSheet,
    salesSources,
    salesStatements,
  ],
  notifications: [notifications],
  support: [support],
  legal: [legal],
  admin: [
    adminUsers,
    adminProducts,
    adminReports,
    adminProductReviews,
    adminOrders,
    adminOperations,
    adminCommission,
    adminFileScans,
    adminUnmatchedPayments,
    adminTestimonials,
  ],
  invariants: [invariants],
  'system-status': [systemStatus],
}

/** Every endpoint with its feature. The API document and the access tests are generated from this list. */
export const ENDPOINTS: { feature: string; endpoint: Endpoint }[] = Object.entries(
  FEATURES,
).flatMap(([feature, modules]) =>
  modules
    .flatMap(module => Object.values(module) as unknown[])
    .filter(isEndpoint)
    .map(endpoint => ({ feature, endpoint })),
)

/** Returns whether an export of the contract is an endpoint. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
