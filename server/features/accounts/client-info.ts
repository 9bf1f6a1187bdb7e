import type { RequestClient } from '#server/http/request-headers.ts'

/** The client that sent a request: the data that rate limits and the security log use. */
export interface ClientInfo extends RequestClient {
  /** The SHA-256 of the client's device cookie, if there is one. */
  deviceHash?: string | undefined
  /** The SHA-256 of the client's session cookie, if there is one. */
  sessionHash?: string | undefined
}
