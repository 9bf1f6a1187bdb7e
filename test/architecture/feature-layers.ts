/**
 * The layers inside the large features of the server, the lowest first: rules, queries, changes, what follows from
 * them, and at the top routes and jobs. A file imports values only from its own folder and from lower layers, so that
 * each folder can be read without those above it. Each line is a layer of files and folders that do not import each
 * other.
 */
export const FEATURE_LAYERS: Record<string, string[][]> = {
  'server/features/catalog/': [
    ['file-types/', 'job-kinds.ts', 'storage-quota.ts'],
    ['bumps/', 'packs/', 'pdf-pages/', 'prices/', 'samples/'],
    ['files/', 'offers/'],
    ['file-scans/', 'orphan-cleanup/', 'previews/'],
    ['serialize.ts', 'working-copies/'],
    ['queries.ts'],
    ['availability/', 'categories/', 'search/'],
    ['lists/'],
    ['products/'],
    ['jobs.ts', 'routes.ts', 'service.ts'],
  ],
  'server/features/orders/': [
    ['job-kinds.ts', 'rules/', 'zip/'],
    ['queries.ts', 'grant-queries.ts', 'mail-answers.ts'],
    ['completion/', 'events/', 'files/'],
    ['access/', 'checkout/', 'order-links.ts', 'purge-addresses.ts'],
    ['delivery/', 'order.ts'],
    ['download/'],
    ['routes.ts', 'jobs.ts'],
  ],
  'server/features/payments/': [
    [
      'job-kinds.ts',
      'net-amount.ts',
      'order-money.ts',
      'payment-report.ts',
      'reported-return.ts',
      'unmatched-queries.ts',
    ],
    ['combine-parts.ts'],
    ['decide/', 'ledger/'],
    ['queries.ts'],
    ['admin-email/'],
    ['refunds/'],
    ['settlement.ts', 'record-unmatched.ts'],
    ['review/'],
    ['apply-payment.ts'],
    [
      'cancel-payments.ts',
      'expire-preferences.ts',
      'perform-refund.ts',
      'reconcile.ts',
      'webhook/',
    ],
    ['routes.ts', 'jobs.ts'],
  ],
  'server/features/accounts/': [
    ['client-info.ts', 'user-agent.ts', 'job-kinds.ts', 'reserved-addresses.ts', 'email-tokens.ts'],
    ['queries.ts'],
    ['security-events/'],
    ['sessions/', 'demo-accounts.ts', 'unverified-accounts.ts'],
    ['passwords/', 'email-link.ts'],
    ['second-factor/', 'deletion.ts'],
    ['sign-in/', 'recovery/', 'user.ts'],
    ['registration.ts', 'email-change.ts', 'second-factor-routes.ts'],
    ['google/'],
    ['routes.ts', 'jobs.ts'],
  ],
  'server/features/sales/': [
    [
      'line-queries.ts',
      'order-queries.ts',
      'period.ts',
      'qr-sheet/',
      'serialize-order.ts',
      'vouchers/',
    ],
    ['line-items.ts', 'summary.ts'],
    ['export/', 'order.ts'],
    ['dispute/', 'sources/', 'statements/'],
    ['jobs.ts', 'routes.ts'],
  ],
  'server/features/admin/': [
    ['orders.ts', 'product-queries.ts', 'result-page.ts', 'user-queries.ts'],
    ['audit.ts', 'commission.ts', 'file-scans/', 'operations.ts', 'users.ts'],
    ['admin-action.ts', 'command-line/'],
    ['product-reviews/', 'products.ts', 'testimonials/', 'unmatched-payments/'],
    ['routes.ts'],
  ],
  'server/features/notifications/': [
    ['kinds/', 'queries.ts'],
    ['email.ts'],
    ['service.ts'],
    ['routes.ts'],
  ],
}
