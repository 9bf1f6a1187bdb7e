import type * as z from 'zod/mini'
import type { ExplainedQuote } from '../prices/quote.ts'
import type { AdminAction } from './admin-actions.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who is allowed to call an endpoint. `public`: anyone. `user`: any signed-in user. `verified`: a user with a verified
 * email. `owner`: a verified user who owns the row; the service checks the ownership and answers 404 for the row of
 * another user. `admin`: a user with the admin role.
 */
export type Access = 'public' | 'user' | 'verified' | 'owner' | 'admin'

/** The forms that require a captcha. A captcha token is valid for one form only. */
export const CAPTCHA_ACTIONS = [
  'create_product_form',
  'edit_profile_form',
  'change_email_form',
  'change_password_form',
  'set_password_form',
  'delete_product_form',
  'update_product_form',
  'login_form',
  'recover_password_form',
  'reset_password_form',
  'register_form',
  'verify_email_form',
  'order_resend_form',
  'refund_form',
  'delete_account_form',
  'report_form',
  'support_form',
  'availability_form',
  'free_copy_form',
  'withdrawal_form',
  'order_message_form',
  'buy_form',
] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

/**
 * The names of the data that the dashboard keeps in its cache. Source: specification, cache tags.
 */
export const CACHE_TAGS = [
  'User',
  'Products',
  'Product',
  'Profile',
  'TaxData',
  'Categories',
  'Space',
  'PaymentAccount',
  'Sales',
  'Coupons',
  'AuthProviders',
  'Devices',
  'Activity',
  'SecondFactors',
  'Sale',
  'Withdrawals',
  'Reviews',
  'Notifications',
  'NotificationSettings',
  'Admin',
] as const
export type CacheTag = (typeof CACHE_TAGS)[number]

/**
 * The captcha that an endpoint requires. The client sends the token in the body field `googleRecaptchaToken` or in the
 * header `x-recaptcha-token`.
 */
export interface CaptchaRequirement {
  action: CaptchaAction
  in: 'body' | 'header'
  /**
   * If true, only calls of clients that have made many of them need a captcha. A call without one is then answered
   * ERROR_CAPTCHA_FAILED, and the client sends it again with one.
   */
  isOnDemand?: true
  /** Tells by the body of a call whether it needs a captcha, such as if it publishes something; all do without it. */
  isNeeded?: (body: unknown) => boolean
}

/** Tells whether a call is refused without a captcha. */
export const needsCaptcha = ({ captcha }: Pick<Endpoint, 'captcha'>, body: unknown): boolean =>
  captcha !== undefined && !captcha.isOnDemand && captcha.isNeeded?.(body) !== false

/** The number of minutes for which signing in or `confirmIdentity` proves that the session's user is present. */
export const RECENT_PROOF_MINUTES = 15

/**
 * An endpoint of the API as a value. The server mounts it, the web app and the tests call it, and the API document is
 * generated from it.
 */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, relative to `/api`, with parameters written as `:name`. */
  path: string
  summary: string
  access: Access
  /**
   * The data that a call reads or, if its method is not GET, changes: after that, the dashboard fetches again what it
   * has read of them. Calls of admins have the tag `Admin`, since any of them can change any list and adds to the audit
   * log.
   */
  cacheTags?: readonly CacheTag[]
  /**
   * The admin action that a call adds to the audit log, with the `reason` of its body if it has one. Every endpoint of
   * admins that changes something names one.
   */
  audit?: AdminAction
  captcha?: CaptchaRequirement
  /**
   * If true, the user must have signed in, or confirmed their identity, in this session within the last
   * `RECENT_PROOF_MINUTES`; a user with a second factor, by means of one. Otherwise the call answers
   * ERROR_REAUTHENTICATION_REQUIRED. With `ofFactor` this holds only for users with a second factor: the others prove
   * their identity by the password in the body.
   */
  needsRecentProof?: true | 'ofFactor'
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The schema of the text fields of a multipart body. */
  form?: z.ZodMiniType
  /** The names of the file fields of a multipart body. */
  files?: readonly string[]
  reply?: z.ZodMiniType
  /** The media type of a reply that is not JSON, or a range of media types. Such an endpoint has no `reply`. */
  contentType?: string
  /** If true, a `Range` header is answered with a part of the content (206), or with 416. */
  acceptsRanges?: true
  /** Says where a successful call may redirect to instead (302), in English. */
  redirectsTo?: string
  /**
   * If true, a request that is repeated with the same `Idempotency-Key` header has no further effect. A repetition with
   * another body answers INVALID_DATA.
   */
  idempotent?: true
  /**
   * If true, mail programs call this endpoint too, to unsubscribe a reader at one click: without this site's origin,
   * with the form `List-Unsubscribe=One-Click`. Its URL has a secret, and it does nothing that a reader could regret.
   * Source: RFC 8058.
   */
  oneClick?: true
  /**
   * If set, the endpoint speaks the protocol of resumable uploads tus 1.0: its input is in headers, and a body, if it
   * has one, is bytes of the type `application/offset+octet-stream`. Source: https://tus.io/protocols/resumable-upload.
   */
  tus?: {
    /** The headers with the input of a call, besides `tus-resumable`. */
    headers: readonly string[]
    hasBody?: true
  }
  /** The HTTP status of a successful call. The default is 200 with a reply and 204 without one. */
  status?: number
  /** The error code that answers a body which does not match the schema. The default is INVALID_DATA. */
  invalidBodyCode?: ErrorCode
  /** The error codes that answer an invalid field of the body, by the name of the field. */
  invalidFieldCodes?: Readonly<Record<string, ErrorCode>>
  /** The error codes that only this endpoint returns, besides those of every endpoint with the same access level. */
  errors?: readonly ErrorCode[]
  /**
   * The error codes that this endpoint answers with another HTTP status than their usual one, each with that status.
   */
  unusualStatuses?: readonly (readonly [ErrorCode, number])[]
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** Returns the HTTP status of a successful call. */
export function getSuccessStatus({ status, reply }: Endpoint): number {
  return status ?? (reply ? 200 : 204)
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends z.ZodMiniType ? { [P in K]: z.input<E[K]> } : unknown

/** The input of a call to an endpoint, before the schemas trim and parse it. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> &
  Part<E, 'form'> & {
    /** A captcha token for the form of this endpoint. */
    captcha?: string
    files?: Record<string, Blob>
    idempotencyKey?: string
    signal?: AbortSignal
  }

type Parsed<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends z.ZodMiniType ? z.output<E[K]> : undefined

/** The input of a request handler, after the schemas have parsed it. */
export interface ParsedInput<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  form: Parsed<E, 'form'>
}

export type EndpointReply<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

/** A validation issue of a request: the field as a dotted `path`, and a `message` in the language of the request. */
export interface ValidationIssue {
  path: string
  message: string
}

/** The result of a call to an endpoint. After a network failure `status` is 0 and the code is `UNKNOWN_ERROR`. */
export type ApiResult<E extends Endpoint> =
  | { ok: true; status: number; body: EndpointReply<E> }
  | {
      ok: false
      status: number
      code: ErrorCode
      issues?: ValidationIssue[]
      /** The number of seconds to wait before the next attempt, from the header `retry-after`. */
      retryAfter?: number
      /** What the buyer has not seen; set with ERROR_PRICE_CHANGED. */
      newQuote?: ExplainedQuote
      /** The reason for a suspension, as the admin wrote it to the user; set with ERROR_USER_SUSPENDED. */
      reason?: string
    }

/** A function that calls an endpoint: with fetch in the browser, inside the process during server-side rendering. */
export type ApiCaller = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<ApiResult<E>>

/**
 * Returns the path of a request, relative to `/api`, with its parameters and query filled in. Empty query values are
 * omitted.
 */
export function buildPath(
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  return search ? `${filled}?${search}` : filled
}
