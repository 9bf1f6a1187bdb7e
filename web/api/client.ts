import * as z from 'zod/mini'
import {
  type ApiResult,
  type ApiCaller,
  type Endpoint,
  type CallInput,
  buildPath,
  getSuccessStatus,
} from '#contract/core/endpoint.ts'
import type { ExplainedQuote } from '#contract/prices/quote.ts'
import { askForProof } from './proof.ts'
import { type ErrorCode, isErrorCode } from '#contract/core/errors.ts'

/** The result of a failed call. The status is 0 if the server did not answer. */
export type ApiFailure = Omit<Extract<ApiResult<Endpoint>, { ok: false }>, 'ok'>

const BASE = '/api'
/**
 * The maximum number of retries of a failed call. Source: specification, the calls: at most 3 retries with growing
 * delays, none after a status from 400 to 499.
 */
const MAX_RETRIES = 3
const FIRST_RETRY_DELAY_MS = 500

/** The input of a call to any endpoint, without the exact types of one endpoint. */
interface UntypedInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: Record<string, string | number | boolean | undefined>
  files?: Record<string, Blob>
  captcha?: string
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A response before its body is parsed. */
interface RawResponse {
  status: number
  text: string
  retryAfter?: string | null
}

/**
 * Calls an endpoint of the contract. GET requests and requests with an Idempotency-Key are retried if the network or
 * the server fails. Every other request is sent once only, because its captcha token is valid once. A purchase that our
 * server answered with 502 or 503 is not repeated either: the server has already tried, and the buyer would only wait.
 * If the server asks for a recent proof of identity, which it does before it uses up the captcha token, the user is
 * asked for it and the call is sent again.
 */
export const callEndpoint: ApiCaller = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
) => {
  const result = await callWithRetries(endpoint, input)
  const needsProof = !result.ok && result.code === 'ERROR_REAUTHENTICATION_REQUIRED'
  return needsProof && (await askForProof()) ? callWithRetries(endpoint, input) : result
}

async function callWithRetries<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<E>> {
  const request = input as UntypedInput
  const isRetryable = endpoint.method === 'GET' || request.idempotencyKey !== undefined
  for (let attempt = 0; ; attempt += 1) {
    const result = await sendOnce(endpoint, request)
    const hasFailed = result.status === 0 || result.status >= 500
    const isFinal =
      endpoint.method !== 'GET' &&
      (result.status === 502 || result.status === 503) &&
      !result.ok &&
      result.code !== 'UNKNOWN_ERROR'
    if (!hasFailed || isFinal || !isRetryable || attempt >= MAX_RETRIES || request.signal?.aborted)
      return result as ApiResult<E>
    await delay(FIRST_RETRY_DELAY_MS * 2 ** attempt)
  }
}

const delay = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function sendOnce(endpoint: Endpoint, input: UntypedInput): Promise<ApiResult<Endpoint>> {
  const { url, headers, body } = buildRequest(endpoint, input)
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
    })
    const text = await response.text()
    return parseResponse(endpoint, {
      status: response.status,
      text,
      retryAfter: response.headers.get('retry-after'),
    })
  } catch {
    return { ok: false, status: 0, code: 'UNKNOWN_ERROR' }
  }
}

/** Builds the URL, headers and body of a request. */
export function buildRequest(endpoint: Endpoint, input: UntypedInput) {
  const { captcha } = endpoint
  const headers: Record<string, string> = { accept: 'application/json' }
  if (captcha?.in === 'header' && input.captcha) headers['x-recaptcha-token'] = input.captcha
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const url = `${BASE}${buildPath(endpoint, input.params, input.query)}`
  if (endpoint.form) return { url, headers, body: toFormData(input) }
  if (!endpoint.body) return { url, headers }
  headers['content-type'] = 'application/json'
  const token = captcha?.in === 'body' ? { googleRecaptchaToken: input.captcha } : {}
  return { url, headers, body: JSON.stringify({ ...input.body, ...token }) }
}

/**
 * Builds the multipart body of a request. The text fields come before the files, so that the server knows them when it
 * receives the files.
 */
function toFormData({ form = {}, files = {} }: UntypedInput): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form))
    if (value !== undefined) data.append(name, String(value))
  for (const [name, file] of Object.entries(files)) data.append(name, file)
  return data
}

/**
 * Parses a response. If the reply does not match the contract, or an error has no known code, the result is
 * UNKNOWN_ERROR. Source: specification, checks of replies.
 */
export function parseResponse(
  endpoint: Endpoint,
  { status, text, retryAfter }: RawResponse,
): ApiResult<Endpoint> {
  const body = parseJson(text)
  if (status === getSuccessStatus(endpoint)) {
    if (!endpoint.reply) return { ok: true, status, body: undefined }
    const reply = z.safeParse(endpoint.reply, body)
    return reply.success
      ? { ok: true, status, body: reply.data as undefined }
      : { ok: false, status, code: 'UNKNOWN_ERROR' }
  }
  const { code, issues, reason, newQuote } = (body ?? {}) as {
    code?: unknown
    newQuote?: ExplainedQuote
    issues?: { path: string; message: string }[]
    reason?: string
  }
  return {
    ok: false,
    status,
    code: isErrorCode(code) ? code : ('UNKNOWN_ERROR' satisfies ErrorCode),
    ...(issues && { issues }),
    ...(reason && { reason }),
    ...(newQuote && { newQuote }),
    ...(retryAfter && { retryAfter: Number(retryAfter) }),
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
