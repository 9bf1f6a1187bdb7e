const MESSAGES = ['messages/']
const SHARED = ['contract/', ...MESSAGES]
/** The folders from which every server feature is allowed to import, besides the feature's own folder. */
const SERVER_BASE = [
  ...SHARED,
  'server/http/',
  'server/cache/',
  'server/jobs/',
  'server/mail/',
  'server/integrations/',
  'server/db/',
  'server/config.ts',
  'server/lazy.ts',
]
const feature = (name: string, ...services: string[]): Record<string, string[]> => ({
  [`server/features/${name}/`]: [
    ...SERVER_BASE,
    `server/features/${name}/`,
    ...services.map(service => `server/features/${service}/service.ts`),
  ],
})
/** The folders from which every feature, layout and page of the web app is allowed to import. */
const WEB_BASE = [
  ...SHARED,
  'web/ui/',
  'web/api/',
  'web/i18n/',
  'web/paths.ts',
  'web/page-context.ts',
  'web/nonce.ts',
]
const webFeature = (name: string, ...features: string[]): Record<string, string[]> => ({
  [`web/features/${name}/`]: [
    ...WEB_BASE,
    'web/shared/',
    `web/features/${name}/`,
    ...features.map(feature => `web/features/${feature}/`),
  ],
})
/** Builds the table row of a folder of pages, which are not allowed to import layouts. */
const webPages = (area: string): Record<string, string[]> => ({
  [`web/pages/${area}/`]: [...WEB_BASE, 'web/shared/', 'web/features/', `web/pages/${area}/`],
})

/**
 * The allowed imports of each folder. For a file, the row with the longest matching path applies, and an import that
 * this row does not name fails the test. Packages are allowed, except in the folders of `PACKAGES` of the test.
 */
export const MAY_IMPORT: Record<string, string[]> = {
  'contract/': ['contract/'],
  'messages/': SHARED,
  'server/config.ts': ['server/settings/'],
  'server/settings/': ['contract/', 'server/settings/'],
  'server/deadline.ts': [],
  'server/lazy.ts': [],
  'server/logger.ts': [],
  'server/db/': ['contract/', 'server/db/', 'server/deadline.ts'],
  'server/jobs/': ['server/jobs/', 'server/db/', 'server/logger.ts'],
  'server/integrations/': [
    'contract/',
    'server/integrations/',
    'server/db/',
    'server/config.ts',
    'server/lazy.ts',
    'server/http/',
  ],
  'server/mail/': [...SHARED, 'server/mail/', 'server/jobs/', 'server/integrations/', 'server/db/'],
  'server/cache/': [...SHARED, 'server/cache/', 'server/db/', 'server/http/'],
  'server/http/': [
    ...SHARED,
    'server/http/',
    'server/cache/',
    'server/integrations/',
    'server/db/',
    'server/config.ts',
    'server/deadline.ts',
  ],
  'server/ssr/': [...SHARED, 'server/ssr/', 'server/http/', 'server/cache/', 'server/config.ts'],
  ...feature('accounts'),
  ...feature('legal'),
  ...feature('notifications'),
  ...feature('personal-data'),
  ...feature('support'),
  ...feature('mail-preview', 'notifications'),
  ...feature('payment-accounts'),
  ...feature('catalog'),
  ...feature('seo', 'catalog'),
  ...feature('profiles', 'catalog'),
  ...feature('orders', 'catalog', 'payment-accounts'),
  ...feature('payments', 'orders', 'payment-accounts'),
  ...feature('sales', 'catalog', 'orders', 'payments'),
  ...feature('withdrawals', 'orders', 'payments'),
  ...feature('product-reviews', 'orders'),
  ...feature('invariants'),
  ...feature('admin', 'accounts', 'catalog', 'orders', 'payment-accounts', 'payments', 'sales'),
  'server/app.ts': ['server/', ...SHARED],
  'server/erase-seller.ts': ['server/', ...SHARED],
  'server/maintenance.ts': ['server/', ...SHARED],
  'server/serve.ts': ['server/', ...SHARED],
  'server/main.ts': ['server/', ...SHARED],
  'web/nonce.ts': [],
  'web/paths.ts': [],
  'web/page-context.ts': ['contract/', 'web/i18n/'],
  'web/ui/': ['web/ui/'],
  'web/i18n/': ['contract/', ...MESSAGES, 'web/i18n/'],
  'web/api/': [...SHARED, 'web/api/'],
  'web/shared/': [...WEB_BASE, 'web/shared/'],
  ...webFeature('accounts'),
  ...webFeature('admin'),
  ...webFeature('catalog'),
  ...webFeature('notifications', 'sales'),
  ...webFeature('orders'),
  ...webFeature('payment-accounts'),
  ...webFeature('profiles', 'catalog'),
  ...webFeature('sales'),
  ...webFeature('support'),
  'web/layouts/': [...WEB_BASE, 'web/shared/', 'web/features/', 'web/layouts/'],
  ...webPages('account'),
  ...webPages('admin'),
  ...webPages('dashboard'),
  ...webPages('dev'),
  ...webPages('public'),
  'web/routes.ts': ['web/paths.ts'],
  'web/head-script.ts': [],
  'web/public-pages.ts': ['web/features/catalog/explore-filters.ts', 'web/paths.ts'],
  'web/root.tsx': [...WEB_BASE, 'web/shared/', 'web/head-script.ts'],
  'web/entry.client.tsx': MESSAGES,
  'web/entry.server.tsx': [...WEB_BASE, 'web/public-pages.ts'],
  'simulators/': ['simulators/'],
  'tools/': ['tools/', 'server/', 'contract/', 'simulators/', 'scripts/'],
  'demo/': ['demo/', 'server/', 'contract/', 'tools/', 'simulators/', 'web/ui/catalog/'],
  // The following folders contain programs and tests, which no other folder imports.
  'scripts/': ['scripts/', 'server/', 'contract/', 'simulators/', 'demo/'],
  'bench/': ['bench/', 'scripts/', 'tools/', 'contract/'],
  'e2e/': ['e2e/', 'scripts/', 'tools/', 'contract/', 'web/routes.ts', 'web/paths.ts', ...MESSAGES],
  'test/': ['test/', 'scripts/', 'tools/', 'simulators/', 'server/', 'web/', ...SHARED],
}
