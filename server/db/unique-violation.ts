/** Whether a write was refused by a unique index, as PostgreSQL (and drizzle around it) says it. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23505'
}
