import { ApiError } from '#server/http/api-error.ts'

/** Top-level domains in which nobody can receive email. Source: RFC 2606 and RFC 6761. */
const RESERVED_DOMAINS = ['example', 'invalid', 'localhost', 'test']
/** The one of them that no account uses in development and in tests either. */
const UNUSED_DOMAIN = 'invalid'

/**
 * Tells whether an email address lies in a reserved domain. The code names addresses in these domains that mean
 * something special, such as those of closed accounts.
 * @param production whether the marketplace is in production; otherwise only the domain of closed accounts is reserved
 */
export function isReservedAddress(email: string, { production }: { production: boolean }): boolean {
  const domain = email.slice(email.lastIndexOf('.') + 1).toLowerCase()
  return production ? RESERVED_DOMAINS.includes(domain) : domain === UNUSED_DOMAIN
}

/**
 * Refuses a reserved address for an account.
 * @param path the name of the request field that the error points to
 * @throws ApiError with `code`, if the address is reserved
 */
export function refuseReservedAddress(
  context: { production: boolean },
  email: string,
  path: string,
  code: 'INVALID_DATA' | 'ERROR_AUTH_INVALID_USER_DATA' = 'INVALID_DATA',
): void {
  if (!isReservedAddress(email, context)) return
  throw new ApiError(code, 'reserved domain', {
    issues: [{ code: 'custom', path: [path], message: 'issue_email_invalid', input: undefined }],
  })
}
