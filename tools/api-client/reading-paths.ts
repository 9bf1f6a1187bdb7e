/**
 * For each endpoint that reads lists, the URLs below /api to request. `$` stands for an id of the user who asks. A test
 * fails if an endpoint is missing here.
 */
export const READS: Record<string, readonly string[]> = {
  '/uploads': [''],
  '/user': [''],
  '/user/activity': [''],
  '/user/data.json': [''],
  '/sales/withdrawals': [''],
  '/sales/vouchers': [''],
  '/user/second-factors': [''],
  '/user/sessions': [''],
  '/user/space': [''],
  '/auth/providers': [''],
  '/mercadopago': [''],
  '/profile': [''],
  '/public/profile/:username': ['/public/profile/many7'],
  '/profile/username-exists/:username': ['/profile/username-exists/many7'],
  '/product/:id': ['/product/$product'],
  '/product/:id/files': ['/product/$product/files'],
  '/product/:id/qr-sheet.pdf': ['/product/$product/qr-sheet.pdf'],
  '/product/:id/updates': ['/product/$product/updates'],
  '/product/list': [''],
  '/product/drafts': [''],
  '/product/:id/draft': ['/product/$draft/draft'],
  '/public/product/:id': ['/public/product/777'],
  '/public/product/:id/archived': ['/public/product/778/archived'],
  '/public/product/:id/related': ['/public/product/777/related'],
  '/public/product/:id/reviews': [
    '/public/product/777/reviews',
    '/public/product/777/reviews?page=3',
  ],
  '/public/product/suggest': ['?q=recetas+veg', '?q=fotogarf', '?q=archivo', '?q=re', '?q=777'],
  '/product/category/:category/page/:page': [
    '/product/category/1/page/1',
    '/product/category/1/page/200',
  ],
  '/public/product/username/:username': [
    '/public/product/username/many7',
    '/public/product/username/many7?page=3',
  ],
  '/public/product/page/:page': [
    '1',
    '500',
    '500?sort=best_selling',
    '500?sort=price_asc',
    '500?sort=price_desc',
    '1?category=1',
    '200?category=1&sort=best_selling',
    '20?subcategory=3&sort=price_asc',
    '1?minPrice=500&maxPrice=900',
    '1?minPrice=500&maxPrice=900&sort=price_asc&category=2',
    '1?fileType=mp3',
    '1?fileType=wav&category=2',
    '1?fileType=epub&dynamicPrice=true&minPrice=5',
    '1?dynamicPrice=true&sort=best_selling',
    '1?dynamicPrice=false',
    '500?sort=best_rated',
    '200?category=1&sort=best_rated',
    '20?subcategory=3&sort=best_rated',
    '1?sort=best_rated&cursor=best_rated.3000.7000',
    '1?minRating=4',
    '1?minRating=4&sort=best_rated&category=2&buyable=true',
    '1?minRating=4&minPrice=500&maxPrice=900&fileType=mp3',
    '1?q=recetas&minRating=4&sort=best_rated',
    '1?cursor=newest.5000',
    '1?sort=price_asc&cursor=price_asc.500.7000',
    '1?q=recetas',
    '20?q=recetas',
    '1?q=recetas+veganas+abuela',
    '1?q=palabra77',
    '1?q=fotogarfia',
    '1?q=archivo',
    '1?q=pdf',
    '1?q=de+la+con',
    '1?q=12',
    '1?q=%40many7',
    '1?q=%40many7+recetas',
    '1?q=xylophonequartz',
    '1?q=quiero+unas+recetas+veganas+faciles+para+la+abuela',
    '1?q=curso&sort=price_asc',
    '30?q=curso&sort=newest',
    '1?q=yoga&fileType=mp3&category=2',
    '1?q=archivo&minPrice=500&maxPrice=510',
  ].map(page => `/public/product/page/${page}`),
  '/public/tyc': [''],
  '/public/testimonials': [''],
  '/category/list': [''],
  '/category/with-subcategories': [''],
  '/subcategory/list': [''],
  '/subcategory/category/:categoryId': ['/subcategory/category/1'],
  '/sales': [
    '',
    '?state=charged_back',
    '?productId=$product',
    '?q=Producto+7',
    '?q=comprador77@correo.test',
    '?q=$order',
    '?from=2026-01-01&to=2026-02-01',
  ],
  '/reviews': ['', '?cursor=500'],
  '/sales/:orderId': ['/sales/$order'],
  '/sales/:orderId/receipt.pdf': ['/sales/$order/receipt.pdf'],
  '/profile/tax': [''],
  '/sales/summary': ['?range=7d', '?range=30d', '?range=12m', '?range=all', '?productId=$product'],
  '/sales/products': ['?range=7d', '?range=all'],
  '/sales/export.csv': ['?state=refunded'],
  '/notifications': ['', '?before=30000'],
  '/notifications/unread': [''],
  '/notifications/settings': [''],
  '/admin/users': ['', '?q=many77', '?q=nadie', '?only=suspended', '?only=admins'],
  '/admin/users/:id': ['/admin/users/$user'],
  '/admin/products': ['', '?q=777', '?q=recetas+veganas', '?q=xylophone', '?state=deleted'],
  '/admin/reports': [''],
  '/admin/file-scans': ['', '?cursor=50'],
  '/admin/product-reviews': ['', '?state=hidden'],
  '/admin/orders': [''],
  '/admin/orders/:orderId': ['/admin/orders/$order'],
  '/admin/unmatched-payments': ['', '?cursor=50'],
  '/admin/unmatched-payments/:paymentId': ['/admin/unmatched-payments/$unmatched'],
  '/admin/overview': [''],
  '/admin/status': [''],
  '/admin/audit': ['', '?userId=$user'],
  '/admin/jobs': [''],
  '/admin/invariants': [''],
  '/admin/reconciliations': [''],
  '/admin/commission': ['', '?year=2024'],
  '/admin/commission/differences': ['', '?year=2024'],
  '/admin/testimonials': [''],
}
/** The paths to request that are not below /api. */
const PATHS_OUTSIDE_API = [
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/sitemap/products-1.xml',
  '/sitemap/products-7.xml',
  '/sitemap/sellers-1.xml',
  '/robots.txt',
  '/profile/many7/feed.xml',
]

/** All paths to request, as templates for `fillIds`. */
export const READING_PATHS = [
  ...Object.entries(READS).flatMap(([path, ways]) =>
    ways.map(way => `/api${way === '' || way.startsWith('?') ? path + way : way}`),
  ),
  ...PATHS_OUTSIDE_API,
]

/** Ids of the user who asks, for the paths to read. */
export interface OwnIds {
  product: string
  draft: string
  order: string
  user: string
  unmatched: string
}

/** Replaces the names of ids in a path, such as `$order`, by the ids. */
export const fillIds = (path: string, ids: OwnIds): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: keyof OwnIds) => ids[name])
