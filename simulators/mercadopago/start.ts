import formbody from '@fastify/formbody'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { refuseProduction } from '../shared/refuse-production.ts'
import { registerCheckoutRoutes } from './checkout/checkout-routes.ts'
import { registerPreferenceRoutes } from './checkout/preference-routes.ts'
import { registerControlRoutes } from './control/control-routes.ts'
import { FaultQueue, injectFaults } from './control/fault-injection.ts'
import { logRequests } from './control/request-log.ts'
import { ProviderError } from './errors.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { registerAuthorizationRoutes } from './oauth/authorization-routes.ts'
import { registerAccountRoute } from './oauth/account-route.ts'
import { registerTokenRoute } from './oauth/token-route.ts'
import { registerChargebackRoutes } from './payments/chargebacks.ts'
import { MAX_SEARCH_PAGE } from './payments/search-payments.ts'
import { registerMerchantOrderRoutes } from './payments/merchant-orders.ts'
import { registerPaymentRoutes } from './payments/payment-routes.ts'
import { registerRefundRoutes } from './payments/refund-routes.ts'
import { COUNTRY_SETTINGS } from './country-settings.ts'
import { createIdSequences } from './state/id-sequences.ts'
import { createDefaultSellers } from './state/sellers.ts'
import { SimulatorStore } from './state/store.ts'
import type { MercadoPagoSimulatorOptions, SimulatorContext } from './context.ts'

export type { MercadoPagoSimulatorOptions as MercadoPagoOptions } from './context.ts'

/** A running MercadoPago simulator. */
export interface RunningMercadoPagoSimulator {
  /** The origin of the simulator's API and pages, such as `http://127.0.0.1:3001`. */
  origin: string
  close(): Promise<void>
}

const RETRY_SCHEDULE_MS = [1_000, 3_000, 9_000, 27_000]

/**
 * Starts a simulated MercadoPago: accounts, API, checkout pages, webhooks, and a control API with which tests and
 * people trigger events. Each response waits until the changes that it reports are on disk.
 * @throws Error if APP_ENV is production
 */
export async function startMercadoPagoSimulator(
  options: MercadoPagoSimulatorOptions,
): Promise<RunningMercadoPagoSimulator> {
  refuseProduction('MercadoPago')
  const { host = '127.0.0.1', port = 0, now = Date.now } = options
  const site = COUNTRY_SETTINGS[options.site ?? 'MLA']
  const store = await SimulatorStore.open(options.stateFile)
  const ids = createIdSequences(now)
  const webhookSender = new WebhookSender({
    store,
    ids,
    site,
    now,
    secret: options.webhookSecret,
    retryScheduleMs: options.retryScheduleMs ?? RETRY_SCHEDULE_MS,
  })
  let origin = options.publicOrigin ?? ''
  const context: SimulatorContext = {
    options: { ...options, liveMode: options.liveMode ?? true },
    site,
    store,
    ids,
    webhookSender,
    refundStatus: 'approved',
    doesRefundReturnCharges: true,
    doesRefreshInvalidate: false,
    maxSearchPage: MAX_SEARCH_PAGE,
    now,
    origin: () => origin,
  }
  createDefaultSellers(store)

  const closing = new AbortController()
  const app = await buildApp(context, closing.signal)
  const address = await app.listen({ host, port })
  origin ||= address
  webhookSender.resume()
  return {
    origin,
    async close() {
      closing.abort()
      webhookSender.close()
      await app.close()
      await store.close()
    },
  }
}

async function buildApp(context: SimulatorContext, closing: AbortSignal): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  await app.register(formbody)
  acceptEmptyJson(app)
  const requests = logRequests(app, context.now)
  app.addHook('onSend', () => context.store.flushed())
  const faults = new FaultQueue()
  injectFaults(app, faults, closing)
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const refusal = toProviderError(error)
    return reply.code(refusal.status).send(refusal.body)
  })
  app.setNotFoundHandler((_request, reply) => {
    const refusal = new ProviderError(404, 'not_found', 'resource not found')
    return reply.code(404).send(refusal.body)
  })

  registerAuthorizationRoutes(app, context)
  registerTokenRoute(app, context)
  registerAccountRoute(app, context)
  registerPreferenceRoutes(app, context)
  registerCheckoutRoutes(app, context)
  registerPaymentRoutes(app, context)
  registerRefundRoutes(app, context)
  registerMerchantOrderRoutes(app, context)
  registerChargebackRoutes(app, context)
  registerControlRoutes(app, context, { faults, requests })
  return app
}

/**
 * Accepts requests with a JSON content type but no body, as MercadoPago does: its SDK requests a full refund in this
 * way.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

function toProviderError(error: FastifyError | ProviderError): ProviderError {
  if (error instanceof ProviderError) return error
  const status = error.statusCode ?? 500
  return status < 500
    ? new ProviderError(status, 'bad_request', error.message)
    : new ProviderError(500, 'internal_error', error.message)
}
