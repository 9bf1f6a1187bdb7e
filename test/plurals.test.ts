import { expect, test } from 'vitest'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Row = [text: (options: { locale: Locale }) => string, es: string, en: string]

/** Texts with counts, each with one and with several. */
const ROWS: Row[] = [
  [
    o => m.email_change_going({ seconds: 2 }, o),
    'En 2 segundos continuamos.',
    'Continuing in 2 seconds.',
  ],
  [
    o => m.email_change_going({ seconds: 1 }, o),
    'En 1 segundo continuamos.',
    'Continuing in 1 second.',
  ],
  [o => m.products_count({ count: 1 }, o), '1 producto publicado', '1 product published'],
  [o => m.products_count({ count: 2 }, o), '2 productos publicados', '2 products published'],
  [o => m.explore_count({ count: 1, shown: '1' }, o), '1 producto', '1 product'],
  [o => m.explore_count({ count: 1200, shown: '1.200' }, o), '1.200 productos', '1.200 products'],
  [o => m.admin_sold({ count: 1, shown: '1' }, o), '1 venta', '1 sale'],
  [o => m.admin_sold({ count: 1e6, shown: '1.000.000' }, o), '1.000.000 ventas', '1.000.000 sales'],
  [o => m.admin_reports_open({ count: 1 }, o), '1 denuncia', '1 report'],
  [o => m.admin_job_tries({ count: 3 }, o), '3 intentos', '3 attempts'],
  [
    o => m.order_left({ count: 1, date: 'X' }, o),
    'Queda 1 descarga, hasta el X',
    '1 download left, until X',
  ],
  [
    o => m.order_left({ count: 9, date: 'X' }, o),
    'Quedan 9 descargas, hasta el X',
    '9 downloads left, until X',
  ],
  [
    o => m.sale_downloads({ used: 1, left: 9 }, o),
    'Lo descargó 1 vez. Le quedan 9 descargas.',
    'Downloaded 1 time. 9 downloads left.',
  ],
  [
    // After a renewal, ten downloads were used and ten more are left.
    o => m.sale_downloads({ used: 10, left: 10 }, o),
    'Lo descargó 10 veces. Le quedan 10 descargas.',
    'Downloaded 10 times. 10 downloads left.',
  ],
  [
    o => m.desk_product_line({ views: 1, sales: 0, shownViews: '1', shownSales: '0' }, o),
    '1 visita · 0 ventas',
    '1 view · 0 sales',
  ],
  [
    o => m.desk_product_line({ views: 7, sales: 1, shownViews: '7', shownSales: '1' }, o),
    '7 visitas · 1 venta',
    '7 views · 1 sale',
  ],
]

test.each(ROWS.map(([text, es, en]) => ({ text, es, en })))(
  'a count has its noun in the right form: $es, $en',
  ({ text, es, en }) => {
    expect(text({ locale: 'es' })).toBe(es)
    expect(text({ locale: 'en' })).toBe(en)
  },
)
