import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  replyOrRedirect,
  parseFormFields,
  isFormRequest,
  sendPage,
} from '../../shared/form-or-json.ts'
import { getPreferredLanguage } from '../../shared/language.ts'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { expireAccessTokens, issueTokens, revokeTokens } from '../oauth/tokens.ts'
import { PAYMENT_OUTCOMES } from '../payments/outcomes.ts'
import { addOtherPayments } from '../payments/other-payments.ts'
import { payPreference } from '../payments/pay-preference.ts'
import { MAX_SEARCH_PAGE } from '../payments/search-payments.ts'
import { createDefaultSellers, createSeller } from '../state/sellers.ts'
import type { SimulatorContext } from '../context.ts'
import type { FaultQueue } from './fault-injection.ts'
import { renderControlPanel } from './control-panel-page.ts'
import { sendWebhookEventNow } from './send-webhook-event.ts'
import { PAYMENT_ACTION_NAMES, PAYMENT_ACTIONS } from './payment-actions.ts'
import type { LoggedRequest } from './request-log.ts'

/** The schema of an id: a positive integer, as a number or as text. */
const Id = z.coerce.number().int().positive()
const PayBody = z.strictObject({
  preferenceId: z.string(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  amount: z.number().optional(),
  currency: z.string().optional(),
  collectorId: Id.optional(),
  payerEmail: z.string().optional(),
  applicationFee: z.number().nonnegative().optional(),
  asPart: z.boolean().optional(),
  wasBegun: z.boolean().optional(),
  reason: z.string().optional(),
})
const OtherPaymentsBody = z.strictObject({ preferenceId: z.string(), count: z.int().positive() })
const PaymentActionBody = z.strictObject({
  action: z.enum(PAYMENT_ACTION_NAMES),
  amount: z.number().optional(),
  as: z.enum(['approved', 'charged_back']).optional(),
})
const WebhookSettingsBody = z.strictObject({
  copies: z.int().positive().optional(),
  delayMs: z.number().nonnegative().optional(),
  drop: z.boolean().optional(),
  hold: z.boolean().optional(),
  badSignature: z.boolean().optional(),
  unsigned: z.boolean().optional(),
  tsUnit: z.enum(['s', 'ms']).optional(),
})
const ReleaseBody = z.strictObject({ indexes: z.array(z.int().nonnegative()).optional() })
const NotifyBody = z.strictObject({
  paymentId: Id.optional(),
  topic: z.string().optional(),
  action: z.string().optional(),
  userId: Id.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  copies: z.number().optional(),
})
const FaultBody = z.strictObject({
  path: z.string(),
  method: z.string().optional(),
  status: z.int().optional(),
  retryAfter: z.number().optional(),
  latencyMs: z.number().optional(),
  hang: z.boolean().optional(),
  reset: z.boolean().optional(),
  malformed: z.boolean().optional(),
  html: z.boolean().optional(),
  extraBytes: z.int().min(1).max(50_000_000).optional(),
  dripMs: z.int().min(1).max(60_000).optional(),
  times: z.int().positive(),
})
const RefundSettingsBody = z.strictObject({
  status: z.enum(['approved', 'in_process', 'rejected']).optional(),
  returnCharges: z.boolean().optional(),
})
const TokenSettingsBody = z.strictObject({ refreshInvalidates: z.boolean() })
const SearchSettingsBody = z.strictObject({ maxPage: z.int().positive() })
const AccountBody = z.strictObject({
  userId: Id,
  siteId: z.string().optional(),
  isTest: z.boolean().optional(),
})
const SellerBody = z.strictObject({ userId: Id })

/** Registers the control API, with which tests and people change payments, send webhooks and inject faults. */
export function registerControlRoutes(
  app: FastifyInstance,
  context: SimulatorContext,
  { faults, requests }: { faults: FaultQueue; requests: LoggedRequest[] },
): void {
  const { store, webhookSender } = context

  app.get('/', (request, reply) =>
    sendPage(
      reply,
      renderControlPanel(
        getPreferredLanguage(request.headers['accept-language']),
        context,
        faults.list(),
      ),
    ),
  )

  app.post('/control/pay', (request, reply) => {
    const { id, status } = payPreference(context, parseBody(PayBody, request))
    return replyOrRedirect(request, reply, { paymentId: id, status })
  })

  app.post('/control/other-payments', (request, reply) => {
    addOtherPayments(context, parseBody(OtherPaymentsBody, request))
    return reply.code(204).send()
  })

  app.post<{ Params: { id: string } }>('/control/payments/:id', (request, reply) => {
    const { action, ...actionOptions } = parseBody(PaymentActionBody, request)
    const { id } = request.params
    const payment = store.get('payments', id)?.payment
    if (!payment) throw createNotFoundError(`payment ${id} not found`)
    PAYMENT_ACTIONS[action].run(context, payment, actionOptions)
    const { status, status_detail: detail } = store.get('payments', id)!.payment
    return replyOrRedirect(request, reply, { paymentId: payment.id, status, statusDetail: detail })
  })

  app.get('/control/notifications', () => webhookSender.settings)
  app.route({
    method: ['PUT', 'POST'],
    url: '/control/notifications',
    handler(request, reply) {
      webhookSender.settings = parseBody(WebhookSettingsBody, request)
      if (!webhookSender.settings.hold) webhookSender.held = []
      return replyOrRedirect(request, reply, webhookSender.settings)
    },
  })
  app.get('/control/held', () => ({ held: webhookSender.held }))
  app.post('/control/held/release', async request => {
    await webhookSender.release(parseBody(ReleaseBody, request).indexes)
    return { held: webhookSender.held }
  })
  app.get('/control/deliveries', () => webhookSender.deliveries)
  app.get('/control/notices', () => ({ notices: webhookSender.recent }))
  app.post('/control/notify', (request, reply) => {
    sendWebhookEventNow(context, parseBody(NotifyBody, request))
    return replyOrRedirect(request, reply, { ok: true })
  })

  app.put('/control/refunds', request => {
    const { status, returnCharges } = parseBody(RefundSettingsBody, request)
    context.refundStatus = status ?? context.refundStatus
    context.doesRefundReturnCharges = returnCharges ?? context.doesRefundReturnCharges
    return { status: context.refundStatus, returnCharges: context.doesRefundReturnCharges }
  })

  app.put('/control/tokens', request => {
    context.doesRefreshInvalidate = parseBody(TokenSettingsBody, request).refreshInvalidates
    return { refreshInvalidates: context.doesRefreshInvalidate }
  })
  app.put('/control/search', request => {
    context.maxSearchPage = parseBody(SearchSettingsBody, request).maxPage
    return { maxPage: context.maxSearchPage }
  })
  app.post('/control/accounts', request => {
    const { userId, ...changes } = parseBody(AccountBody, request)
    const seller = store.get('sellers', userId)
    if (!seller) throw createNotFoundError(`account ${userId} not found`)
    store.put('sellers', userId, { ...seller, ...changes })
    return store.get('sellers', userId)
  })

  // A new seller account that has given its consent, without the pages on which people give it.
  app.post('/control/authorizations', () =>
    issueTokens(context, createSeller(store).userId, context.options.liveMode),
  )

  app.get('/control/faults', () => ({ faults: faults.list() }))
  app.post('/control/faults', (request, reply) => {
    faults.add(parseBody(FaultBody, request))
    return replyOrRedirect(request, reply, { faults: faults.list() })
  })
  app.post('/control/faults/clear', (request, reply) => {
    faults.clear()
    return replyOrRedirect(request, reply, { faults: [] })
  })
  app.delete('/control/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.post('/control/revoke', (request, reply) => {
    const { userId } = parseBody(SellerBody, request)
    revokeTokens(context, userId)
    sendWebhookEventNow(context, {
      topic: 'mp-connect',
      action: 'application.deauthorized',
      userId,
    })
    return replyOrRedirect(request, reply, { ok: true })
  })
  app.post('/control/expire-token', (request, reply) => {
    expireAccessTokens(context, parseBody(SellerBody, request).userId)
    return replyOrRedirect(request, reply, { ok: true })
  })

  app.get('/control/ledger', () => ({
    preferences: store.all('preferences').map(({ preference }) => preference),
    payments: store
      .all('payments')
      .map(({ payment, preferenceId }) => ({ ...payment, preference_id: preferenceId })),
    refunds: store.all('payments').flatMap(({ payment }) => payment.refunds),
    chargebacks: store.all('chargebacks'),
  }))
  app.get('/control/sellers', () => ({ sellers: store.all('sellers') }))
  app.delete('/control/state', async (_request, reply) => {
    await webhookSender.reset()
    store.clear()
    createDefaultSellers(store)
    faults.clear()
    requests.length = 0
    context.refundStatus = 'approved'
    context.doesRefundReturnCharges = true
    context.doesRefreshInvalidate = false
    context.maxSearchPage = MAX_SEARCH_PAGE
    return reply.code(204).send()
  })
  app.get('/control/requests', () => ({ requests }))
  app.delete('/control/requests', (_request, reply) => {
    requests.length = 0
    return reply.code(204).send()
  })
}

function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.infer<Schema> {
  const body = request.body ?? {}
  const result = schema.safeParse(isFormRequest(request) ? parseFormFields(body) : body)
  if (!result.success) throw createBadRequestError(z.prettifyError(result.error))
  return result.data
}
