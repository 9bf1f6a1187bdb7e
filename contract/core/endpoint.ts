import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * Who may make a call. `public` no login; `user` any session; `verified` a session of a verified
 * account; `owner` verified and owns the row (judged by the service: another's row answers 404);
 * `admin` the role.
 */
export type Access = 'public' | 'user' | 'verified' | 'owner' | 'admin'

export type CaptchaAction =
  | 'create_product_form'
  | 'edit_profile_form'
  | 'change_email_form'
  | 'change_password_form'
  | 'set_password_form'
  | 'delete_product_form'
  | 'update_product_form'
  | 'login_form'
  | 'recover_password_form'
  | 'reset_password_form'
  | 'register_form'
  | 'verify_email_form'
  | 'order_resend_form'
  | 'refund_form'
  | 'delete_account_form'
  | 'report_form'
  | 'support_form'

/** Where the token for `action` travels: the field `googleRecaptchaToken` or the header `x-recaptcha-token`. */
export interface CaptchaRequirement {
  action: CaptchaAction
  in: 'body' | 'header'
}

/**
 * A call as a value: the server mounts it, the web and the tests call it, the API document is printed
 * from it. `path` stands under `/api` and names its parameters `:so`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  access: Access
  captcha?: CaptchaRequirement
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Text fields of a multipart body; the files beside them are named in `files`. */
  form?: z.ZodMiniType
  files?: readonly string[]
  reply?: z.ZodMiniType
  /** The media type of an answer that is no JSON; `reply` is absent then. */
  contentType?: string
  /** Sent again with the same header `Idempotency-Key`, it is done once; with another body it is INVALID_DATA. */
  idempotent?: true
  /** The status of success; 200 with a reply, 204 without, unless told. */
  status?: number
  /** The code for a body that fails its schema, where it is not INVALID_DATA. */
  invalidBodyCode?: ErrorCode
  /** The code where a certain field of the body is at fault. */
  invalidFieldCodes?: Readonly<Record<string, ErrorCode>>
  /** Codes this call may answer besides those every call of its access may. */
  errors?: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** The status a successful call answers with. */
export function successStatus({ status, reply }: Endpoint): number {
  return status ?? (reply ? 200 : 204)
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends z.ZodMiniType ? { [P in K]: z.input<E[K]> } : unknown

/** What a caller hands over, before the schemas have trimmed and parsed it. */
export type Input<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> &
  Part<E, 'form'> & {
    /** A solved captcha for the endpoint's action. */
    captcha?: string
    files?: Record<string, Blob>
    idempotencyKey?: string
    signal?: AbortSignal
  }

type Parsed<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends z.ZodMiniType ? z.output<E[K]> : undefined

/** What a handler receives: parsed by the schemas. */
export interface ParsedInput<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  form: Parsed<E, 'form'>
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

/** One field at fault: `path` in dots, `message` in the language of the request. */
export interface Issue {
  path: string
  message: string
}

/** A call's outcome. A network failure is `status: 0` with `UNKNOWN_ERROR`. */
export type ApiResult<E extends Endpoint> =
  | { ok: true; status: number; body: ReplyOf<E> }
  | {
      ok: false
      status: number
      code: ErrorCode
      issues?: Issue[]
      retryAfter?: number
      /** With ERROR_USER_SUSPENDED: what the house wrote to the person. */
      reason?: string
    }

/** Makes a call: by fetch in the browser, in-process while a page is rendered. */
export type ApiCaller = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ApiResult<E>>

/** The path under the API's base with its parameters and query filled in. */
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
