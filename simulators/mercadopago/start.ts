import formbody from '@fastify/formbody'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { refuseProduction } from '../shared/refuse-production.ts'
import { mountCheckout } from './checkout/checkout-routes.ts'
import { mountPreferences } from './checkout/preference-routes.ts'
import { mountControl } from './control/control-routes.ts'
import { Faults, strikeFaults } from './control/faults.ts'
import { keepRequests } from './control/request-log.ts'
import { ProviderError } from './errors.ts'
import { Notifier } from './notices/notifier.ts'
import { mountAuthorization } from './oauth/authorization-routes.ts'
import { mountTokenRoute } from './oauth/token-route.ts'
import { mountChargebacks } from './payments/chargebacks.ts'
import { mountMerchantOrders } from './payments/merchant-orders.ts'
import { mountPayments } from './payments/payment-routes.ts'
import { mountRefunds } from './payments/refund-routes.ts'
import { SITES } from './sites.ts'
import { identifiers } from './state/identifiers.ts'
import { openReadySellers } from './state/sellers.ts'
import { Store } from './state/store.ts'
import type { MercadoPagoOptions, World } from './world.ts'

export type { MercadoPagoOptions } from './world.ts'

/** A running simulator. */
export interface RunningMercadoPago {
  /** Where its API and its pages are, such as `http://127.0.0.1:3001`. */
  origin: string
  close(): Promise<void>
}

const RETRY_SCHEDULE_MS = [1_000, 3_000, 9_000, 27_000]

/**
 * Starts a MercadoPago of our own: its accounts, its API, its pages, its notices, and a control
 * surface to make things happen. Answers leave only when what they tell is on disk.
 * @throws Error when APP_ENV is production
 */
export async function startMercadoPago(options: MercadoPagoOptions): Promise<RunningMercadoPago> {
  refuseProduction('MercadoPago')
  const { host = '127.0.0.1', port = 0, now = Date.now } = options
  const site = SITES[options.site ?? 'MLA']
  const store = await Store.open(options.stateFile)
  const ids = identifiers(now)
  const notifier = new Notifier({
    store,
    ids,
    site,
    now,
    secret: options.webhookSecret,
    retryScheduleMs: options.retryScheduleMs ?? RETRY_SCHEDULE_MS,
  })
  let origin = options.publicOrigin ?? ''
  const world: World = {
    options: { ...options, liveMode: options.liveMode ?? true },
    site,
    store,
    ids,
    notifier,
    now,
    origin: () => origin,
  }
  openReadySellers(store)

  const closing = new AbortController()
  const app = await buildApp(world, closing.signal)
  const address = await app.listen({ host, port })
  origin ||= address
  notifier.resume()
  return {
    origin,
    async close() {
      closing.abort()
      notifier.close()
      await app.close()
      await store.close()
    },
  }
}

async function buildApp(world: World, closing: AbortSignal): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  await app.register(formbody)
  acceptEmptyJson(app)
  const requests = keepRequests(app, world.now)
  app.addHook('onSend', () => world.store.flushed())
  const faults = new Faults()
  strikeFaults(app, faults, closing)
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const refusal = asProviderError(error)
    return reply.code(refusal.status).send(refusal.body)
  })
  app.setNotFoundHandler((_request, reply) => {
    const refusal = new ProviderError(404, 'not_found', 'resource not found')
    return reply.code(404).send(refusal.body)
  })

  mountAuthorization(app, world)
  mountTokenRoute(app, world)
  mountPreferences(app, world)
  mountCheckout(app, world)
  mountPayments(app, world)
  mountRefunds(app, world)
  mountMerchantOrders(app, world)
  mountChargebacks(app, world)
  mountControl(app, world, { faults, requests })
  return app
}

/** The provider takes a POST that says it is JSON and has no body, as its SDK sends for a full refund. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

function asProviderError(error: FastifyError | ProviderError): ProviderError {
  if (error instanceof ProviderError) return error
  const status = error.statusCode ?? 500
  return status < 500
    ? new ProviderError(status, 'bad_request', error.message)
    : new ProviderError(500, 'internal_error', error.message)
}
