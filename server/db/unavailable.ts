import { DrizzleQueryError } from 'drizzle-orm'

/** PostgreSQL's code of a deadlock, which ended one transaction so that the other one goes on. */
const DEADLOCK = '40P01'

/**
 * Error codes of sockets and of PostgreSQL that say that the database cannot be used at the moment, or that it gave up
 * this transaction for another one.
 */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  DEADLOCK,
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // a lock was not available in time
  '57014', // canceled by the statement timeout, mostly while waiting for a lock
  '57P01', // terminated by an administrator
  '57P02', // crash of another server process
  '57P03', // starting up or shutting down
  '58030', // input or output error
])

/** The messages of pg and pg-pool for the same condition, which have no code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/

/**
 * Tells whether an error of a query or a transaction is about the moment and not about the call, so that the same call
 * can succeed later: the database cannot be reached, or ended the transaction because of a deadlock.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = findCause(error)
  if (!(cause instanceof Error)) return false
  const code = readCode(cause)
  // The codes of class 08 are connection errors.
  return (
    UNAVAILABLE_CODES.has(code) ||
    /^08\w{3}$/.test(code) ||
    UNAVAILABLE_MESSAGES.test(cause.message)
  )
}

/** Tells whether PostgreSQL ended a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => readCode(findCause(error)) === DEADLOCK

const findCause = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error)

const readCode = (cause: unknown) =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''
