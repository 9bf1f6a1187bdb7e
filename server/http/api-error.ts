import type * as z from 'zod/mini'
import { ERRORS, isErrorCode, type ErrorCode } from '#contract/core/errors.ts'

/** Another status where the catalogue's one does not fit the call (403 instead of 401, for instance). */
export interface ApiErrorOptions {
  status?: number
  /** Whole seconds until another try makes sense. */
  retryAfter?: number
  issues?: readonly z.core.$ZodIssue[]
  /** What the house wrote to the person, to be shown to them. */
  reason?: string | null
  cause?: unknown
}

/**
 * A refusal out of the catalogue. `detail` is for the log only; people read the code's text.
 * Anything else that is thrown answers 500 `ERROR_UNEXPECTED_SERVER`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfter: number | undefined
  readonly issues: readonly z.core.$ZodIssue[]
  readonly reason: string | undefined

  constructor(code: ErrorCode, detail = '', options: ApiErrorOptions = {}) {
    super(detail ? `${code}: ${detail}` : code, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? ERRORS[code]
    this.retryAfter = options.retryAfter
    this.issues = options.issues ?? []
    this.reason = options.reason ?? undefined
  }

  /**
   * What a schema refused. A check whose message is a code of the catalogue answers with that code,
   * everything else with INVALID_DATA.
   */
  static ofIssues(
    issues: readonly z.core.$ZodIssue[],
    fallback: ErrorCode = 'INVALID_DATA',
  ): ApiError {
    const named = issues.map(issue => issue.message).find(isErrorCode)
    const where = issues.map(issue => issue.path.join('.')).join(', ')
    return new ApiError(named ?? fallback, where, { issues })
  }
}
