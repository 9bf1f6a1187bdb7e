import type { Furnished } from './furnish.ts'

/** Who looks at a screen; a shopper is a visitor with something in the cart. */
type Who = 'visitor' | 'shopper' | 'newcomer' | 'seller' | 'leaver' | 'admin'

export interface Screen {
  name: string
  address: (made: Furnished) => string
  who: Who
  /** Calls that never get an answer, so that what shows meanwhile can be looked at. */
  held?: RegExp
}

type Row = [name: string, address: string | ((made: Furnished) => string), held?: RegExp]

const rows = (who: Who, list: Row[]): Screen[] =>
  list.map(([name, address, held]) => ({
    name,
    address: typeof address === 'string' ? () => address : address,
    who,
    ...(held && { held }),
  }))

/** Every screen, in parts of about the same weight: the workers share them. */
export const SCREENS: Record<string, Screen[]> = {
  accounts: rows('visitor', [
    ['home', '/'],
    ['register', '/register'],
    ['email-sent', '/verifyemail'],
    ['verifying', '/verify/not-a-token', /\/api\/.*\/verify\//],
    ['verify-failed', '/verify/not-a-token'],
    ['login', '/login'],
    ['login-google', '/login?google=unverified_email'],
    ['login-email-change', '/login?email_change=success'],
    ['not-verified', '/notverified'],
    ['recover', '/recover'],
    ['reset', '/reset/not-a-token'],
    ['set', '/set/not-a-token'],
    ['confirming-email', '/confirm-email-change/not-a-token', /\/api\/.*\/confirm-email-change\//],
    ['loading', '/loading'],
    ['logout', '/logout', /\/api\/auth\/logout/],
    ['not-found', '/nothing/here'],
    ['faq', '/faq'],
    ['terms', '/tyc'],
    ['help', '/help'],
  ]),
  street: [
    ...rows('visitor', [
      ['product', f => `/product/${f.productId}`],
      ['product-dynamic', f => `/product/${f.productId + 1}`],
      ['product-unlinked', f => `/product/${f.unlinkedId}`],
      ['product-missing', '/product/999999'],
      ['product-wrong-id', '/product/abc'],
      ['explore', '/explore'],
      ['explore-found', '/explore?q=loops&minPrice=10&dynamicPrice=true'],
      ['explore-nothing', '/explore?q=zzzzzz'],
      ['public-profile', f => `/profile/${f.username}`],
      ['public-profile-missing', '/profile/nobodyhere'],
      ['kit', '/dev/ui'],
    ]),
    ...rows('admin', [
      ['admin-reviews', '/dashboard/admin'],
      ['admin-reports', '/dashboard/admin?tab=reports'],
      ['admin-users', '/dashboard/admin?tab=users'],
      ['admin-products', '/dashboard/admin?tab=products'],
      ['admin-jobs', '/dashboard/admin?tab=jobs'],
      ['admin-testimonials', '/dashboard/admin?tab=testimonials'],
      ['admin-audit', '/admin/dashboard?tab=audit'],
    ]),
  ],
  orders: [
    ...rows('visitor', [
      ['payment-success', f => `/payment/success?order=${f.orders.approved}`],
      ['payment-pending', f => `/payment/pending?order=${f.orders.pending}`],
      ['payment-failure', f => `/payment/failure?order=${f.orders.rejected}`],
      ['payment-success-bare', '/payment/success'],
      ['order-approved', f => `/order/${f.orders.approved}`],
      ['order-pending', f => `/order/${f.orders.pending}`],
      ['order-in-process', f => `/order/${f.orders.in_process}`],
      ['order-rejected', f => `/order/${f.orders.rejected}`],
      ['order-created', f => `/order/${f.orders.created}`],
      ['order-unknown', '/order/nothing'],
      ['orders', '/order'],
      ['checkout-empty', '/checkout'],
    ]),
    ...rows('shopper', [
      ['checkout', '/checkout'],
      ['product-with-cart', f => `/product/${f.productId}`],
    ]),
    ...rows('newcomer', [
      ['dashboard-new', '/dashboard'],
      ['products-empty', '/dashboard/products'],
      ['payment-account-new', '/dashboard/profile/payment'],
      ['sales-empty', '/dashboard/sales'],
    ]),
    ...rows('leaver', [['dashboard-logout', '/dashboard/logout', /\/api\/auth\/logout/]]),
  ],
  counter: rows('seller', [
    ['security', '/dashboard/security?google=linked'],
    ['dashboard', '/dashboard/home'],
    ['products', '/dashboard/products'],
    ['create', '/dashboard/product/create'],
    ['profile-area', '/dashboard/profile'],
    ['payment-account', '/dashboard/profile/payment'],
    ['sales', '/dashboard/sales'],
    ['sale', f => `/dashboard/sales?sale=${f.saleId}`],
    ['sales-filtered', '/dashboard/sales?q=nothing&state=refunded'],
    ['edit', f => `/dashboard/product/edit/${f.productId}`],
    ['edit-gone', '/dashboard/product/edit/abc'],
    ['detail', f => `/dashboard/product/${f.productId}`],
    ['profile', '/dashboard/profile/build'],
    ['notifications', '/dashboard/profile/notifications'],
  ]),
}
