import type * as z from 'zod/mini'
import type { Endpoint } from '../core/endpoint.ts'

/** An endpoint with a valid body of a request to it. */
export interface Example {
  endpoint: Endpoint
  body: object
}

/**
 * Returns an example of the body of an endpoint. The API document shows it, and the access and fuzz tests send it. It
 * stands outside of the endpoint, since browsers load the endpoints.
 */
export function example<E extends Endpoint & { body: z.ZodMiniType }>(
  endpoint: E,
  body: z.input<E['body']>,
): Example {
  return { endpoint, body: body as object }
}
