import type { FastifyInstance } from 'fastify'
import * as payments from '#contract/admin/unmatched-payments.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { isLargeUnmatchedRefund } from '#server/features/payments/refunds/large-refund.ts'
import {
  dismissUnmatchedPayment,
  refundUnmatchedPayment,
} from '#server/features/unmatched-payments/decide.ts'
import { examinePayment } from '#server/features/unmatched-payments/examine.ts'
import { rebuildOrder } from '#server/features/unmatched-payments/rebuild.ts'
import type { Context } from '#server/context.ts'
import { mountAdminAction } from '../admin-action.ts'
import { examine, listPayments } from './service.ts'

export function registerUnmatchedPaymentRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, payments.listUnmatchedPayments, ({ query }) =>
    listPayments(context, query.cursor),
  )
  mountEndpoint(app, payments.examineUnmatchedPayment, ({ params }) =>
    examine(context, params.paymentId),
  )
  mountAdminAction(app, context, payments.rebuildOrder, {
    input: async ({ params, body }) => ({
      examination: await examinePayment(context, params.paymentId),
      ...body,
    }),
    apply: async (tx, { examination, reason }) => {
      const { id, number } = await rebuildOrder(context, tx, examination, reason)
      return { orderId: id, number }
    },
    targetId: ({ orderId }) => orderId,
  })
  mountAdminAction(app, context, payments.refundUnmatchedPayment, {
    needsProof: ({ params }) =>
      isLargeUnmatchedRefund(context, (params as { paymentId?: unknown }).paymentId),
    input: ({ user, params, body }) => ({ requestedBy: user.id, ...params, ...body }),
    apply: (tx, input) => refundUnmatchedPayment(context, tx, input),
  })
  mountAdminAction(app, context, payments.dismissUnmatchedPayment, {
    apply: (tx, { paymentId }) => dismissUnmatchedPayment(tx, paymentId),
  })
}
