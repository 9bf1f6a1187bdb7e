import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Describes an error for the log. A database error contains the values of its query (emails, digests, encrypted
 * tokens), so only its code is logged.
 */
export function describeError(error: unknown): { type: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  if (!isDatabaseError(error))
    return { type: error.name, message: error.message, ...(error.stack && { stack: error.stack }) }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return {
    type: 'DatabaseError',
    message: codeOf(error),
    ...(frames && { stack: frames.join('\n') }),
  }
}

function isDatabaseError(error: Error): boolean {
  return error instanceof DrizzleQueryError || error.name === 'DatabaseError' || 'severity' in error
}

function codeOf(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'object' && 'code' in cause ? `code ${String(cause.code)}` : 'no code'
}

/** Lines are buffered, since one write per line would cost a tenth of a cached response. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 200

/** Creates the log of the process: JSON lines on standard output, or in `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  const buffered = { sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }
  return pino(options, destination ?? pino.destination(buffered))
}
