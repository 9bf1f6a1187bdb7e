/**
 * Formats values as a list in SQL, for conditions without parameters, such as those of partial indexes, which the
 * planner uses only for a query that repeats the condition. The values are constants of the code, since they are not
 * escaped.
 */
export const toSqlList = (values: readonly string[]): string =>
  `(${values.map(value => `'${value}'`).join(', ')})`
