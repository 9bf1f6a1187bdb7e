import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, isErrorCode } from '#contract/core/errors.ts'
import { errorText } from '#messages/errors'
import { issueText } from '#messages/issues'
import type { Locale } from '#messages/runtime'
import { isDatabaseUnavailable } from '#server/db/unavailable.ts'
import { isStorageUnavailable } from '#server/integrations/storage/storage.ts'
import { ApiError, OverloadError, type OverloadedQueue } from './api-error.ts'
import { BUSY_PAGE_POLICY, buildBusyPage } from './rate-limit/busy-page.ts'
import { toIpAddressKey } from './rate-limit/address-key.ts'

/**
 * Registers the handler that converts every thrown error into a response. Clients see the details of an ApiError only;
 * the message of any other error is only logged.
 * @param onOverload called for each request that a full queue refuses
 */
export function registerErrorHandler(
  app: FastifyInstance,
  onOverload: (queue: OverloadedQueue) => void,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OverloadError) onOverload(error.queue)
    return sendError(error, request, reply)
  })
}

/** The maximum number of characters of a refused call's details that are logged. */
const DETAIL_MAX_LENGTH = 200

/** Sends an error as the response to an API call, and logs who made the call. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof ApiError ? error : toApiError(error as FastifyError)
  const { code } = refusal
  const actor = { ip: toIpAddressKey(request.ip), userId: request.sessionUser?.id }
  if (refusal.status >= 500 && !(refusal instanceof OverloadError))
    request.log.error({ reqId: request.id, ...actor, err: error, code }, 'call failed')
  else {
    // Details can contain what the client sent, such as its Origin header, so a stranger could fill the log.
    const detail = refusal.message.slice(0, DETAIL_MAX_LENGTH)
    request.log.info({ reqId: request.id, ...actor, code, detail }, 'call refused')
  }
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  const locale: Locale = request.locale ?? 'es'
  if (isBusyPage(refusal, request)) {
    const isVisitorsLimit = refusal.status === 429
    const body = buildBusyPage(locale, isVisitorsLimit)
    return reply
      .code(refusal.status)
      .headers({
        'cache-control': 'no-store',
        'content-language': locale,
        'content-security-policy': BUSY_PAGE_POLICY,
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(body)
  }
  // An image that could not be read to its first byte has set its own type already.
  reply.type('application/json; charset=utf-8')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .send({
      code: refusal.code,
      message: errorText(refusal.code, locale),
      ...(refusal.reason !== undefined && { reason: refusal.reason }),
      ...(refusal.newQuote && { newQuote: refusal.newQuote }),
      ...(refusal.issues.length > 0 && {
        issues: refusal.issues.map(({ path, message }) => ({
          path: path.join('.'),
          message: isErrorCode(message) ? errorText(message, locale) : issueText(message, locale),
        })),
      }),
    })
}

/** Tells whether a browser asked for a page that must not or cannot be rendered now. */
const isBusyPage = ({ status }: ApiError, { routeOptions, headers }: FastifyRequest): boolean =>
  (status === 429 || status === 503) &&
  routeOptions.url === '/*' &&
  (headers.accept?.slice(0, 200).includes('text/html') ?? false)

/** The numbers of seconds after which clients should try again while the database or the storage cannot be reached. */
const DATABASE_RETRY_SECONDS = 5
const STORAGE_RETRY_SECONDS = 30

/** Converts an error of Fastify, its plugins or the database into an ApiError. */
function toApiError(error: FastifyError): ApiError {
  const options = { cause: error }
  if (isDatabaseUnavailable(error))
    return new ApiError('ERROR_SERVICE_UNAVAILABLE', 'the database cannot run the call now', {
      retryAfter: DATABASE_RETRY_SECONDS,
      ...options,
    })
  if (isStorageUnavailable(error))
    return new ApiError('ERROR_SERVICE_UNAVAILABLE', 'the storage cannot be reached', {
      retryAfter: STORAGE_RETRY_SECONDS,
      ...options,
    })
  switch (error.statusCode) {
    case 400:
      return new ApiError('INVALID_DATA', error.code, options)
    case 413:
      // A JSON body that is too large contains no file.
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        return new ApiError('INVALID_DATA', error.code, { ...options, status: 413 })
      return new ApiError('ERROR_UPLOADING_FILES', error.code, options)
    case 415:
      return new ApiError('ERROR_CROSS_SITE_REQUEST', error.code, options)
    case 429:
      return new ApiError('ERROR_TOO_MANY_REQUESTS', error.code, options)
    default:
      return new ApiError('ERROR_UNEXPECTED_SERVER', '', {
        status: ERRORS.ERROR_UNEXPECTED_SERVER,
        ...options,
      })
  }
}
