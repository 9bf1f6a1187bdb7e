import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, pino } from 'pino'

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

/** Lines wait for each other this long, or for so many letters: a write for each would cost a tenth of an answer. */
const GATHER_MS = 200
const GATHER_LETTERS = 8 * 1024
/** How a line of pino's begins that is no warning: all above is written at once. */
const CALM = /^\{"level":[123]0,/

/** The process's log: JSON lines on standard output, or wherever `destination` writes them. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  if (destination) return pino(options, destination)
  return pino(options, gathering(pino.destination({ sync: false, minLength: GATHER_LETTERS })))
}

/** Lines on their way to `output`, which itself weighs all that waits whenever another line comes. */
function gathering(output: ReturnType<typeof pino.destination>): DestinationStream {
  let lines = ''
  const pass = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  const flush = () => {
    pass()
    output.flush()
  }
  setInterval(flush, GATHER_MS).unref()
  process.once('exit', () => {
    pass()
    output.flushSync()
  })
  return {
    write(line) {
      lines += line
      if (lines.length >= GATHER_LETTERS || !CALM.test(line)) flush()
    },
  }
}
