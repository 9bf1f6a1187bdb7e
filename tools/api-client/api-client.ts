import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import {
  type ApiResult,
  type CaptchaAction,
  type Endpoint,
  type CallInput,
  type EndpointReply,
  buildPath,
  getSuccessStatus,
  needsCaptcha,
} from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { SecretLeakDetector } from '../test-app/secret-leak-detector.ts'

/** The parts of a request to any endpoint. The contract's `CallInput` has exact types for one endpoint. */
interface CallParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  form?: Record<string, unknown>
  files?: Record<string, Blob>
  captcha?: string
  idempotencyKey?: string
}

/** An HTTP client that acts as one browser: it stores cookies, solves captchas and sends the given headers. */
export class ApiClient {
  readonly cookies = new Map<string, string>()
  readonly origin: string
  readonly headers: Record<string, string>
  /** Collects every secret that this client sends or receives, so that a test can search the log for them. */
  readonly leakDetector: SecretLeakDetector | undefined

  constructor(
    origin: string,
    headers: Record<string, string> = {},
    leakDetector?: SecretLeakDetector,
  ) {
    this.origin = origin
    this.headers = headers
    this.leakDetector = leakDetector
  }

  /** Sends a request with this client's cookies and headers. It does not follow redirects. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const url = path.startsWith('http') ? path : `${this.origin}${path}`
    const ours = url.startsWith(this.origin)
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        origin: this.origin,
        ...(ours && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...this.headers,
        ...(init.headers as Record<string, string>),
      },
    })
    if (ours) for (const line of response.headers.getSetCookie()) this.storeCookie(line)
    return response
  }

  /** Stores a cookie that the server did not send, such as that of a session whose row a test wrote. */
  addCookie(name: string, value: string): void {
    this.leakDetector?.addSecret(`cookie ${name}`, value)
    this.cookies.set(name, value)
  }

  private storeCookie(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    this.leakDetector?.addSecret(`cookie ${name}`, value)
    if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Calls an endpoint of the contract. If the call needs a captcha, the client solves a new one. */
  readonly call = async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): Promise<ApiResult<E> & { code?: ErrorCode }> => {
    const parts = input as CallParts
    this.leakDetector?.addSecretFields(parts.body)
    this.leakDetector?.addSecretFields(parts.params)
    const captcha =
      parts.captcha ??
      (endpoint.captcha && needsCaptcha(endpoint, parts.body)
        ? await this.solveCaptcha(endpoint.captcha.action)
        : undefined)
    this.leakDetector?.addSecret('captcha', captcha)
    const headers: Record<string, string> = {}
    if (endpoint.captcha?.in === 'header' && captcha) headers['x-recaptcha-token'] = captcha
    if (parts.idempotencyKey) headers['idempotency-key'] = parts.idempotencyKey
    const response = await this.request(`/api${buildPath(endpoint, parts.params, parts.query)}`, {
      method: endpoint.method,
      ...buildBody(endpoint, parts, captcha, headers),
      headers,
    })
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (response.status === getSuccessStatus(endpoint))
      return { ok: true, status: response.status, body: body as EndpointReply<E> }
    const retryAfter = response.headers.get('retry-after')
    return {
      ok: false,
      status: response.status,
      ...(body as { code: ErrorCode }),
      ...(retryAfter && { retryAfter: Number(retryAfter) }),
    }
  }

  async solveCaptcha(action: CaptchaAction): Promise<string> {
    const answer = await this.call(getCaptchaChallenge, { query: { action } })
    if (!answer.ok) throw new Error(`no challenge: ${answer.code}`)
    const solution = await solveChallenge({
      challenge: answer.body as unknown as Challenge,
      deriveKey,
    })
    return Buffer.from(JSON.stringify({ challenge: answer.body, solution })).toString('base64')
  }
}

function buildBody(
  endpoint: Endpoint,
  parts: CallParts,
  captcha: string | undefined,
  headers: Record<string, string>,
): { body?: BodyInit } {
  if (endpoint.form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(parts.form ?? {})) data.append(name, String(value))
    for (const [name, file] of Object.entries(parts.files ?? {})) data.append(name, file)
    return { body: data }
  }
  if (!endpoint.body) return {}
  headers['content-type'] = 'application/json'
  const token = endpoint.captcha?.in === 'body' ? { googleRecaptchaToken: captcha } : {}
  return { body: JSON.stringify({ ...parts.body, ...token }) }
}
