import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { scrubEmails } from './scrub.ts'

/**
 * Describes an error for the log. The message of a database error contains the values of the query (emails, digests,
 * encrypted tokens), so only its code is logged. Email addresses are replaced in all others: mail servers repeat them.
 */
export function describeError(error: unknown): { type: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  if (!isDatabaseError(error))
    return {
      type: error.name,
      message: scrubEmails(error.message),
      ...(error.stack && { stack: scrubEmails(error.stack) }),
    }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return {
    type: 'DatabaseError',
    message: codeOf(error),
    ...(frames && { stack: frames.join('\n') }),
  }
}

/** Describes an error in one line, as `describeError` does. */
export function formatError(error: unknown): string {
  const { type, message } = describeError(error)
  return `${type}: ${message}`
}

function isDatabaseError(error: Error): boolean {
  return error instanceof DrizzleQueryError || error.name === 'DatabaseError' || 'severity' in error
}

function codeOf(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'object' && 'code' in cause ? `code ${String(cause.code)}` : 'no code'
}

/**
 * The number of bytes of log lines that are buffered before they are written. Writing each line separately would take a
 * tenth of the duration of a cached response.
 */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 200

/** The level from which on pino's log lines are errors. */
const ERROR_LEVEL = 50

/**
 * Creates the logger of the process, which writes JSON lines to standard output or to `destination`.
 * @param onError receives the fields and the message of each line with the level `error` or `fatal`
 */
export function createLogger(
  level: string,
  {
    destination,
    onError,
  }: {
    destination?: DestinationStream
    onError?: ((fields: Record<string, unknown>, message: string) => void) | undefined
  } = {},
): Logger {
  const hooks: LoggerOptions['hooks'] = {
    logMethod(line, write, lineLevel) {
      const [fields, message] = line as unknown[]
      if (lineLevel >= ERROR_LEVEL)
        if (typeof fields === 'string') onError?.({}, fields)
        else onError?.(fields as Record<string, unknown>, String(message))
      write.apply(this, line)
    },
  }
  const options = {
    level,
    serializers: { err: describeError },
    ...(onError && { hooks }),
  }
  const buffered = { sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }
  return pino(options, destination ?? pino.destination(buffered))
}
