/**
 * The layers inside the large features of the server, the lowest first: rules, queries, changes, what follows from
 * them, and at the top routes and jobs. A file imports values only from its own folder and from lower layers, so that
 * each folder can be read without those above it. Each line is a layer of files and folders that do not import each
 * other.
 */
export const FEATURE_LAYERS: Record<string, string[][]> = {
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
}
