import type * as z from 'zod/mini'
import { ERRORS, isErrorCode, type ErrorCode } from '#contract/core/errors.ts'
import type { ExplainedQuote } from '#contract/prices/quote.ts'

/**
 * The options of an ApiError. `status` replaces the default HTTP status of the error code, for instance by 403 instead
 * of 401.
 */
export interface ApiErrorOptions {
  status?: number
  /** The number of whole seconds after which the client should try again. */
  retryAfter?: number
  issues?: readonly z.core.$ZodIssue[]
  /** The quote that the buyer has not seen, for ERROR_PRICE_CHANGED. */
  newQuote?: ExplainedQuote
  /** A text that an admin wrote for the user, such as the reason for a suspension. */
  reason?: string | null
  cause?: unknown
}

/**
 * An error with an error code of the contract. Users see the message that belongs to the code; `detail` is only logged.
 * Every error of another class is answered with 500 `ERROR_UNEXPECTED_SERVER`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfter: number | undefined
  readonly issues: readonly z.core.$ZodIssue[]
  readonly newQuote: ExplainedQuote | undefined
  readonly reason: string | undefined

  constructor(code: ErrorCode, detail = '', options: ApiErrorOptions = {}) {
    super(detail ? `${code}: ${detail}` : code, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? ERRORS[code]
    this.retryAfter = options.retryAfter
    this.issues = options.issues ?? []
    this.newQuote = options.newQuote
    this.reason = options.reason ?? undefined
  }

  /**
   * Creates the error for input that its schema rejects. The error code is the message of the first validation issue
   * whose message is an error code, or else `fallback`.
   */
  static fromIssues(
    issues: readonly z.core.$ZodIssue[],
    fallback: ErrorCode = 'INVALID_DATA',
  ): ApiError {
    const named = issues.map(issue => issue.message).find(isErrorCode)
    const where = issues.map(issue => issue.path.join('.')).join(', ')
    return new ApiError(named ?? fallback, where, { issues })
  }
}

/** The queues that refuse requests while they are full. */
export type OverloadedQueue = 'uploads' | 'renders' | 'images' | 'passwords'

/** A refusal because too much is under way, which the same request can avoid later. It is no fault of the process. */
export class OverloadError extends ApiError {
  readonly queue: OverloadedQueue

  /**
   * @param queue what too much of waits
   * @param retryAfter the number of whole seconds after which the client should try again
   */
  constructor(queue: OverloadedQueue, retryAfter: number) {
    super('ERROR_SERVICE_UNAVAILABLE', `too many ${queue} wait`, { retryAfter })
    this.name = 'OverloadError'
    this.queue = queue
  }
}
