import type { FastifyInstance } from 'fastify'
import * as lines from '#contract/sales/lines.ts'
import * as order from '#contract/sales/order.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { RESPONSE_SENT, route } from '#server/http/endpoint.ts'
import type { OrdersDeps } from '#server/features/orders/service.ts'
import { exportSales } from './export/export.ts'
import { listSales } from './line-items.ts'
import { getSellerOrder, refundSale, resendSale } from './order.ts'
import { summarizeSalesByProduct, summarizeSales } from './summary.ts'

export function registerSalesRoutes(app: FastifyInstance, deps: OrdersDeps): void {
  route(app, lines.listSales, ({ user, query }) => listSales(deps, user.id, query))
  route(app, lines.getSalesSummary, ({ user, query }) => summarizeSales(deps, user.id, query))
  route(app, lines.getSalesByProduct, ({ user, query }) =>
    summarizeSalesByProduct(deps, user.id, query),
  )
  route(app, lines.exportSales, ({ user, query, locale, reply }) => {
    const today = toLocalDay(new Date())
    reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="ventas-${today}.csv"`,
      })
      .send(exportSales(deps, user.id, query, locale))
    return RESPONSE_SENT
  })

  route(app, order.getSale, ({ user, params }) => getSellerOrder(deps, user.id, params.orderId))
  route(app, order.resendSale, ({ user, params }) =>
    resendSale(deps, user.id, params.orderId).then(() => undefined),
  )
  route(app, order.refundSale, ({ user, params, body }) =>
    refundSale(deps, user.id, { ...params, ...body }).then(() => undefined),
  )
}
