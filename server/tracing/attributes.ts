/**
 * The only attributes that a span can have. None of them is about a person: they are route patterns, kinds of jobs,
 * statuses and codes, but no URL, query, body, email address, token or message of an error.
 */
const ATTRIBUTE_NAMES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'http.request.resend_count',
  'url.template',
  'server.address',
  'error.type',
  'kiosko.request.id',
  'kiosko.job.id',
  'kiosko.job.kind',
  'kiosko.job.lane',
  'kiosko.job.attempt',
  'kiosko.schedule',
] as const

/** What a span tells about an operation, by the names of OpenTelemetry's conventions where they have one. */
export type SpanAttributes = Partial<Record<(typeof ATTRIBUTE_NAMES)[number], string | number>>

/** Returns those attributes that a span can have. */
export function pickAttributes(attributes: SpanAttributes): SpanAttributes {
  const picked: SpanAttributes = {}
  for (const name of ATTRIBUTE_NAMES) {
    const value = attributes[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

const ERROR_TYPE = /^\w{1,50}$/

/**
 * Names the kind of an error by its code or its class, such as `ECONNREFUSED`. Its message is left out, since it can
 * contain anything.
 */
export function toErrorName(error: unknown): string {
  const { code, name } = (typeof error === 'object' && error ? error : {}) as Record<
    string,
    unknown
  >
  const type = [code, name].find(value => typeof value === 'string' && ERROR_TYPE.test(value))
  return typeof type === 'string' ? type : 'Error'
}
