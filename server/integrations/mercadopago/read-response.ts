import * as z from 'zod/mini'
import type { ProviderFault } from './provider.ts'

/** A response of the provider is a few kilobytes long; a search of 30 payments is below 200 kB. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * Reads the body of a response as text.
 * @throws Error if the body is longer than 1 MB, or if its connection or time limit ends
 */
export async function readLimitedText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the rest of the body.
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new Error(`more than ${MAX_RESPONSE_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads `Retry-After`, which is a number of seconds or a date. Returns the seconds from now, or undefined. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return seconds > 0 ? seconds : undefined
}

/** Returns the kind of fault that an HTTP status of the provider means. */
export function faultOf(status: number): ProviderFault {
  // 401 means an invalid token. 403 means that this call is not allowed, so a new token would not help and it does not
  // count as `unauthorized`.
  if (status === 401) return 'unauthorized'
  if (status === 404) return 'not_found'
  // These statuses are temporary; 423 means locked and 424 failed dependency.
  if (status === 408 || status === 423 || status === 424 || status === 429 || status >= 500)
    return 'unavailable'
  return 'refused'
}

/**
 * Reads the name of the error from the body of the provider's response. Only a single word is accepted, so that no
 * personal data gets into the log.
 */
export function parseErrorName(text: string): string | undefined {
  const parsed = z.safeParse(
    z.object({ error: z.string().check(z.regex(/^\w{1,60}$/)) }),
    parseJson(text),
  )
  return parsed.success ? parsed.data.error : undefined
}

/** Reads the numeric error codes from the list of causes in the provider's response. */
export function parseErrorCodes(text: string): string[] {
  const code = z.union([z.string(), z.number()])
  const parsed = z.safeParse(z.object({ cause: z.array(z.object({ code })) }), parseJson(text))
  return parsed.success ? parsed.data.cause.map(cause => String(cause.code)) : []
}

/** Parses a body as JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
