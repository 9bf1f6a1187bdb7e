import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { buildPath } from '#contract/core/endpoint.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { ProviderError, type ProviderFault } from './provider.ts'
import {
  faultOf,
  parseErrorCodes,
  parseErrorName,
  parseJson,
  readLimitedText,
  readRetryAfter,
} from './read-response.ts'

const TIMEOUT_MS = 8000
const PROBE_TIMEOUT_MS = 2000
const MAX_ATTEMPTS = 3
const FIRST_RETRY_DELAY_MS = 250
/** A call that has taken longer than this is not repeated, so that no caller waits for several timeouts. */
const MAX_RETRY_AGE_MS = 2000

/** A request to MercadoPago's API. */
export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  /** The path as a pattern, such as `/v1/payments/:paymentId`. A span shows only this, and never the values. */
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
  accessToken?: string
  body?: unknown
  idempotencyKey?: string
  /**
   * The maximum number of attempts to send the request, by default 3. A request with an authorization code or a refresh
   * token is sent only once, since the provider accepts each of them only once.
   */
  maxAttempts?: number
}

/**
 * Creates the HTTP client of MercadoPago's API. Responses are validated by schemas. Calls that quickly fail with 429,
 * 5xx or a network error are sent up to three times, unless the provider asked for a pause, which holds for the token
 * of the call. While the provider is down, calls fail without being sent, and calls under way are ended, except those
 * with a code or token that works only once.
 * @param onCall is called after each attempt to send a request
 */
export function createClient(
  apiOrigin: string,
  onCall: (result: 'ok' | ProviderFault) => void = () => undefined,
) {
  const breaker = new CircuitBreaker(async () => {
    // Without a token, a provider that is up answers 401.
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const response = await fetch(`${apiOrigin}/users/me`, { signal, redirect: 'error' })
    await response.body?.cancel()
    return response.status < 500 && response.status !== 429
  })

  async function call<S extends z.ZodMiniType>(schema: S, request: Request): Promise<z.output<S>> {
    const accessToken = request.accessToken ?? null
    breaker.assertClosed(accessToken)
    const maxAttempts = request.maxAttempts ?? MAX_ATTEMPTS
    const startedAt = Date.now()
    for (let attempt = 1; ; attempt += 1) {
      const watch = breaker.watchCall(maxAttempts > 1)
      try {
        const result = await callOnce(schema, request, watch.signal)
        breaker.recordSuccess()
        onCall('ok')
        return result
      } catch (error) {
        onCall(error instanceof ProviderError ? error.fault : 'unavailable')
        const isUnavailable = error instanceof ProviderError && error.fault === 'unavailable'
        const canRetry =
          isUnavailable &&
          error.retryAfter === undefined &&
          attempt < maxAttempts &&
          Date.now() - startedAt < MAX_RETRY_AGE_MS
        if (!canRetry) {
          if (isUnavailable && !isAnswered(error)) breaker.recordFailure(error, accessToken)
          else breaker.recordSuccess()
          // A call that ended because the provider is down says when to try again.
          if (isUnavailable && error.retryAfter === undefined) breaker.assertClosed(accessToken)
          throw error
        }
        // The delay is random, so that concurrent calls do not retry at the same moment.
        const delayMs = FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
        await pause(Math.min(delayMs, TIMEOUT_MS))
        breaker.assertClosed(accessToken)
      } finally {
        watch.end()
      }
    }
  }

  async function callOnce<S extends z.ZodMiniType>(
    schema: S,
    request: Request,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const { method, accessToken, body, idempotencyKey } = request
    const path = buildPath(request, request.params, request.query)
    const response = await fetch(`${apiOrigin}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new ProviderError('unavailable', `${method} ${path}: no response`, { cause })
    })
    const text = await readLimitedText(response).catch((cause: unknown) => {
      throw new ProviderError('unavailable', `${method} ${path}: response cut off`, { cause })
    })
    if (!response.ok) {
      const retryAfter = readRetryAfter(response)
      const reason = parseErrorName(text)
      throw new ProviderError(
        faultOf(response.status),
        `${method} ${path}: ${response.status} ${reason ?? ''}`,
        {
          status: response.status,
          reason,
          codes: parseErrorCodes(text),
          ...(retryAfter && { retryAfter }),
        },
      )
    }
    const json = parseJson(text)
    const parsed = z.safeParse(schema, json)
    if (!parsed.success)
      throw new ProviderError(
        'unavailable',
        `${method} ${path}: unexpected response at ${parsed.error.issues[0]?.path.join('.')}`,
        json === undefined ? {} : { status: response.status },
      )
    return parsed.data
  }

  return { call, assertAvailable: (accessToken?: string) => breaker.assertClosed(accessToken) }
}

/**
 * Tells whether the provider has answered a call as a success, but with JSON that the schema does not know. It is up
 * then: one object with an unknown form must not stop the calls about all others.
 */
function isAnswered({ status }: ProviderError): boolean {
  return status !== undefined && status >= 200 && status < 300
}
