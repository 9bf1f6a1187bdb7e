import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Context } from './context.ts'
import { createCaptcha } from './integrations/captcha/create-captcha.ts'
import { createFileScanner } from './integrations/clamd.ts'
import { createMailer } from './integrations/smtp.ts'
import { createGoogle } from './integrations/google/google.ts'
import { createConversionSender } from './integrations/conversions/conversions.ts'
import { createMercadoPago } from './integrations/mercadopago/mercadopago.ts'
import { createEncryption } from './integrations/encryption.ts'
import { openStorage } from './integrations/storage/open-storage.ts'
import { subscribeToInvalidations } from './cache/invalidation.ts'
import { PublicReads } from './cache/public-reads.ts'
import { ResponseCache } from './cache/response-cache.ts'
import type { Config } from './config.ts'
import { getClientInfo } from './features/accounts/sign-in/request-context.ts'
import { findSession } from './features/accounts/queries.ts'
import { createApiRateLimiter, registerApiRateLimit } from './http/rate-limit/api-rate-limit.ts'
import { acceptAnyBody, passOnChunks } from './http/endpoint.ts'
import { UNKNOWN_API_ROUTE, registerRequestHooks } from './http/hooks/request-hooks.ts'
import { registerMetricsRoute } from './http/routes/metrics.ts'
import { hashToken, readSessionCookie } from './http/session-cookie.ts'
import { createLogger } from './logger.ts'
import { observeProcess } from './metrics/observe-process.ts'
import { registerProductReviewsRoutes } from './features/product-reviews/routes.ts'
import { registerPersonalDataRoutes } from './features/personal-data/routes.ts'
import { registerPages } from './ssr/pages.ts'
import { keepReleasedAssets, registerAssets } from './http/routes/assets.ts'
import { type WebBuildLoader, readWebEntry } from './ssr/render.ts'
import type { OpenDatabase } from './db/client.ts'
import { createAddressTokens } from './mail/address-tokens.ts'
import { createMailQueue } from './mail/queue.ts'
import { registerJobs } from './register-jobs.ts'
import { registerAccountsRoutes } from './features/accounts/routes.ts'
import { findEmailUndoEnd, findFormerAddresses } from './features/accounts/recovery/email-undo.ts'
import { recordSecurityEvent } from './features/accounts/security-events/record.ts'
import { registerSupportRoutes } from './features/support/routes.ts'
import { registerSystemStatusRoutes } from './features/system-status/routes.ts'
import type { ProcessReporter } from './features/system-status/service.ts'
import { registerInvariantsRoutes } from './features/invariants/routes.ts'
import { registerAdminRoutes } from './features/admin/routes.ts'
import { registerFilesRoutes } from './features/files/routes.ts'
import { registerPricesRoutes } from './features/prices/routes.ts'
import { registerProductsRoutes } from './features/products/routes.ts'
import { enqueueAvailabilityEmails } from './features/storefront/availability/job.ts'
import { registerStorefrontRoutes } from './features/storefront/routes.ts'
import { registerSeoRoutes } from './features/storefront/seo/routes.ts'
import { registerMailPreviewRoutes } from './features/mail-preview/routes.ts'
import { registerNotificationsRoutes } from './features/notifications/routes.ts'
import { emailOfOrderEvent, notifyUser } from './features/notifications/service.ts'
import { registerProfilesRoutes } from './features/profiles/routes.ts'
import { createProfile } from './features/profiles/service.ts'
import { enqueueInfectedClosing, enqueuePreferenceExpiry } from './features/orders/job-kinds.ts'
import { hasSold } from './features/orders/queries.ts'
import { registerPaymentsRoutes } from './features/payments/routes.ts'
import { enqueueUnreadableOrders } from './features/payments/review/review-unreadable.ts'
import { registerSalesRoutes } from './features/sales/routes.ts'
import { registerWithdrawalsRoutes } from './features/withdrawals/routes.ts'
import { createOrderTokens } from './mail/order-tokens.ts'
import { registerOrdersRoutes } from './features/orders/routes.ts'
import { registerAddressChangeRoutes } from './features/address-change/routes.ts'
import { registerOrderEmailsRoutes } from './features/order-emails/routes.ts'
import { registerConversionsRoutes } from './features/conversions/routes.ts'
import { registerProductUpdatesRoutes } from './features/product-updates/routes.ts'
import { registerBuyerMessagesRoutes } from './features/buyer-messages/routes.ts'
import { registerReconciliationRoutes } from './features/reconciliation/routes.ts'
import { registerReceiptsRoutes } from './features/receipts/routes.ts'
import { registerPaymentAccountsRoutes } from './features/payment-accounts/routes.ts'
import { canSellerBePaid, requireAccountConfirmation } from './features/payment-accounts/account.ts'
import { eraseSeller } from './erase-seller.ts'
import { ApiError } from './http/api-error.ts'
import { createServer } from './http/create-server.ts'
import { stopServing } from './http/lifecycle/stop-serving.ts'
import { createResponseRecorder } from './http/hooks/record-response.ts'
import { registerErrorHandler } from './http/errors.ts'
import { RenderLimits } from './http/rate-limit/render-limits.ts'
import { createRateLimiter } from './http/rate-limit/limiter.ts'
import { createWorker, wakeOnNewJobs } from './jobs/worker.ts'
import { registerOpenApiRoutes } from './http/routes/openapi.ts'
import { registerHealthRoutes } from './http/routes/health.ts'
import { registerImageRoutes } from './http/routes/images.ts'
import { getTermsVersion, registerLegalDocuments } from './features/legal/documents.ts'
import { registerLegalRoutes } from './features/legal/routes.ts'

const CACHE_MAX_BYTES = 64 * 1024 * 1024

/** The whole application. Its HTTP server does not listen and its worker does not run until each is started. */
export interface App {
  server: FastifyInstance
  /** Runs background jobs once it is started. The setting ROLE decides which processes start the worker. */
  worker: ReturnType<typeof createWorker>
  log: Logger
  /** The cache of API responses and pages that are the same for every visitor. */
  responseCache: ResponseCache
  /** Tells the other processes and the admins of this one, once it is started. */
  processReporter: ProcessReporter
  /** Stores the scripts and styles of this release for processes and open pages of other releases. */
  keepAssets(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects every feature with the services that `config` describes, but starts neither the HTTP server nor the worker.
 * @param web creates the loader of the web app's build; without this parameter, only the API is served
 */
export async function createApp(
  config: Config,
  database: OpenDatabase,
  {
    web,
    log = createLogger(config.logLevel),
  }: {
    web?: ((server: FastifyInstance) => Promise<WebBuildLoader>) | undefined
    log?: Logger
  } = {},
): Promise<App> {
  const { db, pool } = database
  const encryption = createEncryption(config.encryptionKeys)
  const limiter = createRateLimiter({
    db,
    factor: config.rateLimitFactor,
    secret: config.orderTokenKey,
  })
  const captcha = createCaptcha(config, db, log)
  const storage = await openStorage(config)
  const mailer = createMailer(config)
  const responseCache = new ResponseCache(CACHE_MAX_BYTES)
  const publicReads = new PublicReads(database, log)
  const caches = { responseCache, publicReads }
  const observation = observeProcess(config, { db, log, ...caches })
  const { metrics, onProviderCall } = observation
  const addressTokens = createAddressTokens(config.orderTokenKey)
  const mailQueue = createMailQueue({
    encryption,
    branding: config,
    limits: { limiter, addressTokens, onDropped: observation.onMailDropped },
  })
  const provider = createMercadoPago({ ...config.mercadoPago, onCall: onProviderCall })
  const conversionSender = createConversionSender(config.conversions, observation.onConversionCall)
  const processReporter = observation.createReporter(provider)
  const worker = createWorker({ db, log, metrics })
  const jobNotifications = config.role === 'web' ? undefined : await wakeOnNewJobs(database, worker)
  const invalidation =
    config.role === 'worker' ? undefined : await subscribeToInvalidations(database, caches)

  const context: Context = {
    config,
    db,
    log,
    limiter,
    captcha,
    storage,
    mailQueue,
    encryption,
    provider,
    conversionSender,
    orderTokens: createOrderTokens(config.orderTokenKey),
    addressTokens,
    scanner: config.clamdUrl === undefined ? undefined : createFileScanner(config.clamdUrl),
    google: config.google && createGoogle(config.google, config.publicOrigin),
    termsVersion: getTermsVersion(config),
    notify: (tx, userId, event) => notifyUser(context, tx, userId, event),
    emailOfOrderEvent: (tx, eventId, detail) => emailOfOrderEvent(context, tx, eventId, detail),
    findFormerAddresses,
    findEmailUndoEnd,
    recordSecurityEvent: (tx, userId, kind, client, ...announcement) =>
      recordSecurityEvent(context, tx, userId, kind, client, ...announcement),
    onRegistered: createProfile,
    onRecovered: (tx, userId, client) => requireAccountConfirmation(context, tx, userId, client),
    onClosed: (tx, userId) => eraseSeller(context, tx, userId),
    canBePaid: canSellerBePaid,
    hasSold,
    onSalesClosed: enqueuePreferenceExpiry,
    async onSalesOpened(tx, userId) {
      await enqueueAvailabilityEmails(tx, userId)
      await enqueueUnreadableOrders(tx, userId)
    },
    onSoldFileInfected: enqueueInfectedClosing,
    onProductListed: enqueueAvailabilityEmails,
  }
  registerJobs(worker, context, { mailer, onMailAttempt: observation.onMailAttempt, database })

  observation.observeDatabase(worker)
  const recordResponse = createResponseRecorder(log, metrics.requestDuration)
  const apiRateLimiter = createApiRateLimiter(config.rateLimitFactor)
  const renderLimits = new RenderLimits(config.rateLimitFactor)
  const server = createServer(log, {
    config,
    ...caches,
    apiRateLimiter,
    renderLimits,
    recordResponse,
  })
  await server.register(fastifyCookie)
  registerErrorHandler(server, metrics.recordOverload)
  registerRequestHooks(server, {
    config,
    captcha,
    limiter,
    apiRateLimiter,
    invalidation,
    recordResponse,
    async findSessionUser(request) {
      const token = readSessionCookie(request, config)
      return token ? findSession(db, hashToken(token), getClientInfo(request, config)) : undefined
    },
  })

  await server.register(async api => {
    registerApiRateLimit(api, apiRateLimiter)
    // The multipart plugin adds hooks to every route of its scope, so only endpoints that receive files are mounted in
    // that scope.
    await api.register(async uploads => {
      await uploads.register(fastifyMultipart)
      api.decorate('uploads', uploads)
    })
    await api.register(oneClick => {
      acceptAnyBody(oneClick)
      api.decorate('oneClick', oneClick)
    })
    await api.register(async tus => {
      passOnChunks(tus)
      api.decorate('tus', tus)
    })
    registerAccountsRoutes(api, context)
    registerPaymentAccountsRoutes(api, context)
    registerFilesRoutes(api, context)
    registerPricesRoutes(api, context)
    registerProductsRoutes(api, context)
    registerStorefrontRoutes(api, context)
    registerProfilesRoutes(api, context)
    registerOrdersRoutes(api, context)
    registerReceiptsRoutes(api, context)
    registerBuyerMessagesRoutes(api, context)
    registerProductUpdatesRoutes(api, context)
    registerConversionsRoutes(api, context)
    registerOrderEmailsRoutes(api, context)
    registerAddressChangeRoutes(api, context)
    registerPaymentsRoutes(api, context)
    registerReconciliationRoutes(api, context)
    registerProductReviewsRoutes(api, context)
    registerSalesRoutes(api, context)
    registerWithdrawalsRoutes(api, context)
    registerNotificationsRoutes(api, context)
    registerPersonalDataRoutes(api, context)
    registerLegalRoutes(api, config)
    registerSupportRoutes(api, context)
    registerInvariantsRoutes(api, context)
    registerSystemStatusRoutes({ api, server }, { ...context, database, plan: worker })
    registerAdminRoutes(api, context)
    if (config.apiDocs) await registerOpenApiRoutes(api, config)
    // This empty route makes the request hooks run for unknown API paths; they answer 404.
    api.all(UNKNOWN_API_ROUTE, () => undefined)
  })
  const webSource = web && (await web(server))
  registerSeoRoutes(server, {
    ...context,
    listPaths: async () => {
      const entry = webSource && (await readWebEntry(webSource))
      return { static: entry?.STATIC_PUBLIC_PATHS ?? [], withToken: entry?.TOKEN_PATHS ?? [] }
    },
  })
  registerImageRoutes(server, { storage, factor: config.rateLimitFactor })
  registerHealthRoutes(server, { pool, storage, config, lifecycle: server.lifecycle })
  registerMetricsRoute(server, metrics.registry, config.metricsToken)
  registerLegalDocuments(server, config)
  if (!config.production) registerMailPreviewRoutes(server, config)
  const assetsDir = webSource?.assetsDir
  const keepAssets = async () => {
    if (assetsDir !== undefined) await keepReleasedAssets(db, assetsDir)
  }
  if (assetsDir !== undefined) {
    await registerAssets(server, { db, assetsDir, factor: config.rateLimitFactor })
    worker.schedule('keep_assets', HOUR_MS, keepAssets, { firstAfterMs: HOUR_MS })
  }
  if (webSource) registerPages(server, config, webSource)
  server.setNotFoundHandler(() => {
    throw new ApiError('UNKNOWN_ERROR', 'no such route')
  })

  return {
    server,
    worker,
    log,
    responseCache,
    processReporter,
    keepAssets,
    async close() {
      const workerStopped = worker.stop()
      await stopServing(server, config.stopTimes)
      publicReads.close()
      await invalidation?.close()
      await jobNotifications?.close()
      await workerStopped
      await processReporter.stop()
      mailer.close()
    },
  }
}
