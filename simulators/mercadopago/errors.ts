/** An entry of the `cause` array in the body of MercadoPago's error responses. */
export interface ErrorCause {
  code: number
  description: string
  data: string | null
}

/**
 * An error response in MercadoPago's format.
 * Source: MercadoPago's documentation.
 */
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

/** Creates the 400 error for an invalid request. `code` is MercadoPago's number of the error, if one is known. */
export const createBadRequestError = (message: string, code?: number) =>
  new ProviderError(400, 'bad_request', message, code)

/** Creates the 401 error for an access token that is missing, unknown, revoked or expired. */
export const createUnauthorizedError = () =>
  new ProviderError(401, 'unauthorized', 'invalid access token', 2001)

/** Creates the 404 error for a resource that does not exist or belongs to another seller. */
export const createNotFoundError = (message: string, code?: number) =>
  new ProviderError(404, 'not_found', message, code)

/** Creates the 409 error for an X-Idempotency-Key that was used with another body within 24 hours. */
export const createIdempotencyConflictError = () =>
  new ProviderError(
    409,
    'idempotency_key_already_used',
    'The X-Idempotency-Key was already used with another body',
  )
