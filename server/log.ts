import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * What may be written down of an error. A database's error carries the values of its query (emails, digests,
 * sealed tokens), so of that one only its code is kept.
 */
export function describeError(error: unknown): { type: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  if (!isOfDatabase(error))
    return { type: error.name, message: error.message, ...(error.stack && { stack: error.stack }) }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return {
    type: 'DatabaseError',
    message: codeOf(error),
    ...(frames && { stack: frames.join('\n') }),
  }
}

function isOfDatabase(error: Error): boolean {
  return error instanceof DrizzleQueryError || error.name === 'DatabaseError' || 'severity' in error
}

function codeOf(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'object' && 'code' in cause ? `code ${String(cause.code)}` : 'no code'
}

/** Lines wait for each other this long, or for so many bytes: a write for each would cost a tenth of an answer. */
const GATHER_MS = 200
const GATHER_BYTES = 8 * 1024
/** Pino's number for warnings: these and all above are written at once. */
const WARN = 40

/** The process's log: JSON lines on standard output, or wherever `destination` writes them. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  if (destination) return pino(options, destination)
  const output = pino.destination({
    sync: false,
    minLength: GATHER_BYTES,
    periodicFlush: GATHER_MS,
  })
  const hooks: LoggerOptions['hooks'] = {
    logMethod(words, write, severity) {
      write.apply(this, words)
      if (severity >= WARN) output.flush()
    },
  }
  return pino({ ...options, hooks }, output)
}
