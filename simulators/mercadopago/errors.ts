/** One cause inside the provider's error body. */
export interface ErrorCause {
  code: number
  description: string
  data: string | null
}

/** A refusal, as the provider words it. Source: MercadoPago's facts, cross-cutting. */
export class ProviderError extends Error {
  readonly status: number
  readonly error: string
  readonly causes: ErrorCause[]

  constructor(status: number, error: string, message: string, causeCode?: number) {
    super(message)
    this.status = status
    this.error = error
    this.causes = causeCode ? [{ code: causeCode, description: message, data: null }] : []
  }

  get body() {
    return { message: this.message, error: this.error, status: this.status, cause: this.causes }
  }
}

/** 400: the request breaks a rule. `code` is the provider's number for it, where one is known. */
export const badRequest = (message: string, code?: number) =>
  new ProviderError(400, 'bad_request', message, code)

/** 401: no token, or one that is unknown, revoked or expired. */
export const unauthorized = () =>
  new ProviderError(401, 'unauthorized', 'invalid access token', 2001)

/** 404: it does not exist, or belongs to another seller. */
export const notFound = (message: string, code?: number) =>
  new ProviderError(404, 'not_found', message, code)

/** 409: the same X-Idempotency-Key came with another body within 24 hours. */
export const idempotencyKeyConflict = () =>
  new ProviderError(
    409,
    'idempotency_key_already_used',
    'The X-Idempotency-Key was already used with another body',
  )
