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
