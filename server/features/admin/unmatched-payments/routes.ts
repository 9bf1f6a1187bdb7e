import type { FastifyInstance } from 'fastify'
import * as payments from '#contract/admin/unmatched-payments.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { isLargeUnmatchedRefund } from '#server/features/payments/refunds/large-refund.ts'
import type { Context } from '#server/context.ts'
import { dismiss, examine, listPayments, rebuild, refund } from './service.ts'

export function registerUnmatchedPaymentRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, payments.listUnmatchedPayments, ({ query }) =>
    listPayments(context, query.cursor),
  )
  mountEndpoint(app, payments.examineUnmatchedPayment, ({ params }) =>
    examine(context, params.paymentId),
  )
  mountEndpoint(app, payments.rebuildOrder, ({ user, params, body }) =>
    rebuild(context, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(
    app,
    payments.refundUnmatchedPayment,
    ({ user, params, body }) => refund(context, { adminId: user.id, ...params, ...body }),
    {
      needsProof: ({ params }) =>
        isLargeUnmatchedRefund(context, (params as { paymentId?: unknown }).paymentId),
    },
  )
  mountEndpoint(app, payments.dismissUnmatchedPayment, ({ user, params, body }) =>
    dismiss(context, { adminId: user.id, ...params, ...body }),
  )
}
