import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint. `public`: anyone; `user`: any signed-in user; `verified`: a user with a verified email;
 * `owner`: a verified user who owns the row (the service checks this, and answers 404 for a row of somebody else);
 * `admin`: a user with the admin role.
 */
export type Access = 'public' | 'user' | 'verified' | 'owner' | 'admin'

/** The forms that require a captcha. A captcha token is valid for one of them. */
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
] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

/** The client sends its captcha token in the body field `googleRecaptchaToken` or the header `x-recaptcha-token`. */
export interface CaptchaRequirement {
  action: CaptchaAction
  in: 'body' | 'header'
}

/**
 * An endpoint of the API as a value. The server mounts it, the web and the tests call it, and the API document is
 * generated from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, relative to `/api`, with parameters written as `:name`. */
  path: string
  summary: string
  access: Access
  captcha?: CaptchaRequirement
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The text fields of a multipart body. */
  form?: z.ZodMiniType
  /** The names of the file fields of a multipart body. */
  files?: readonly string[]
  reply?: z.ZodMiniType
  /** The media type of a reply that is not JSON; `reply` is absent then. */
  contentType?: string
  /**
   * A repeated request with the same `Idempotency-Key` header has no further effect; one with another body answers
   * INVALID_DATA.
   */
  idempotent?: true
  /** The status of a successful call. The default is 200 with a reply and 204 without one. */
  status?: number
  /** The error code for a body that fails its schema. The default is INVALID_DATA. */
  invalidBodyCode?: ErrorCode
  /** The error codes for single fields of the body. */
  invalidFieldCodes?: Readonly<Record<string, ErrorCode>>
  /** The error codes of this endpoint, in addition to those that every endpoint with its access can answer. */
  errors?: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** The HTTP status of a successful call. */
export function getSuccessStatus({ status, reply }: Endpoint): number {
  return status ?? (reply ? 200 : 204)
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends z.ZodMiniType ? { [P in K]: z.input<E[K]> } : unknown

/** The input of a call, before the schemas trim and parse it. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> &
  Part<E, 'form'> & {
    /** A captcha token for the endpoint's action. */
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

export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

/** A validation issue: the field as a dotted `path`, and a `message` in the language of the request. */
export interface ValidationIssue {
  path: string
  message: string
}

/** The result of a call. A network failure has `status: 0` and the code `UNKNOWN_ERROR`. */
export type ApiResult<E extends Endpoint> =
  | { ok: true; status: number; body: ReplyOf<E> }
  | {
      ok: false
      status: number
      code: ErrorCode
      issues?: ValidationIssue[]
      /** Seconds to wait before the next attempt. */
      retryAfter?: number
      /** Set with ERROR_USER_SUSPENDED: what the admin wrote to the user. */
      reason?: string
    }

/** Calls an endpoint: with fetch in the browser, in-process during server-side rendering. */
export type ApiCaller = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<ApiResult<E>>

/** The endpoint's path, relative to `/api`, with its parameters and query filled in. Empty query values are omitted. */
export function buildPath(
  { path }: Endpoint,
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
