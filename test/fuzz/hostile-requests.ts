import fc from 'fast-check'
import type { JsonSchema, Operation } from './operations.ts'
import { hostileFieldText, hostileUrlText, hostileValue } from './hostile-values.ts'
import { hostileMultipart } from './hostile-multipart.ts'

/** The parts of a valid request to an operation, with which the hostile parts are mixed. */
export interface ValidParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  form?: Record<string, unknown>
  /** The contents of the files by the name of their field. */
  files?: Record<string, Buffer>
}

/** A request as it is sent, byte by byte. */
export interface HostileRequest {
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Whether the sender adds a solved captcha, where the operation needs one. */
  hasCaptcha: boolean
}

interface HostileBody {
  type: string | undefined
  bytes: Buffer | undefined
}

const entriesOf = (values: object | undefined) => Object.entries(values ?? {})

/** Generates requests to an operation, each made of valid and of hostile parts. */
export function hostileRequest(
  operation: Operation,
  valid: ValidParts,
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      path: fc.oneof({ weight: 3, arbitrary: validPath(operation, valid) }, hostilePath(operation)),
      query: fc.oneof(
        { weight: 2, arbitrary: fc.constant(validQuery(valid)) },
        hostileQuery(operation),
      ),
      content: hostileBody(operation, valid),
      headers: hostileHeaders,
      hasCaptcha: fc.integer({ max: 3, min: 0 }).map(number => number > 0),
    })
    .map(({ path, query, content: { type, bytes }, headers, hasCaptcha }) => ({
      path: `/api${path}${query && `?${query}`}`.slice(0, 7000),
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
      body: bytes,
      hasCaptcha,
    }))
}

const fillPath = ({ path }: Operation, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')

const validPath = (operation: Operation, { params }: ValidParts) =>
  fc.constant(
    fillPath(
      operation,
      Object.fromEntries(
        entriesOf(params).map(([name, value]) => [name, encodeURIComponent(String(value))]),
      ),
    ),
  )

const hostilePath = (operation: Operation) =>
  fc
    .record(
      Object.fromEntries(
        operation.parameters.map(name => [
          name,
          // Two longer ones would not leave room for the end of the path, which decides the operation.
          hostileUrlText.filter(text => text !== '').map(text => text.slice(0, 3000)),
        ]),
      ),
    )
    .map(values => fillPath(operation, values))

const validQuery = ({ query }: ValidParts) =>
  entriesOf(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/** Generates query strings with declared and unknown names, repeated ones, and notations of arrays and objects. */
function hostileQuery({ query }: Operation): fc.Arbitrary<string> {
  const names = Object.keys(query)
  const name = fc.constantFrom(
    ...names,
    ...names.flatMap(known => [`${known}[]`, `${known}[a]`, `${known}%00`]),
    '__proto__',
    '__proto__[a]',
    'constructor',
    'unknown',
    '',
    '%zz',
  )
  const declared = fc.oneof(
    ...Object.entries(query).map(([known, schema]) =>
      hostileFieldText(schema).map(
        text => `${known}=${encodeURIComponent(text.toWellFormed()).slice(0, 3000)}`,
      ),
    ),
    fc.constant('a=b'),
  )
  const pair = fc.oneof(
    declared,
    fc.tuple(name, hostileUrlText).map(([key, text]) => `${key}=${text.slice(0, 3000)}`),
    name,
  )
  return fc.oneof(
    fc.array(pair, { minLength: 1, maxLength: 4 }).map(pairs => pairs.join('&')),
    fc.constantFrom('&', '=', '?', '&&==', 'a&'.repeat(1500), 'a=1;b=2'),
  )
}

/** Generates a body of the declared type or of another, or none. */
function hostileBody(operation: Operation, valid: ValidParts): fc.Arbitrary<HostileBody> {
  const nothing = fc.constant<HostileBody>({ type: undefined, bytes: undefined })
  const json = hostileJson(operation.body?.fields ?? {}, valid.body ?? valid.form ?? {}).map(
    text => ({
      type: 'application/json',
      bytes: text,
    }),
  )
  const otherType = fc
    .tuple(json, hostileContentType)
    .map(([{ bytes }, type]): HostileBody => ({ type, bytes }))
  if (!operation.body) return fc.oneof({ weight: 4, arbitrary: nothing }, json, otherType)
  const isMultipart = operation.body.type === 'multipart/form-data'
  const multipart = hostileMultipart(operation.body.fields, valid)
  return fc.oneof(
    { weight: 10, arbitrary: isMultipart ? multipart : json },
    isMultipart ? json : multipart,
    otherType,
    nothing,
  )
}

const hostileContentType = fc.constantFrom(
  undefined,
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7; charset',
  'application/json;',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  `application/json; a=${'b'.repeat(2000)}`,
  '/',
  'application/json\u00e9',
)

/** Generates JSON: valid fields of which some are replaced, and texts that are no JSON or an unusual one. */
function hostileJson(
  fields: Record<string, JsonSchema>,
  valid: object,
): fc.Arbitrary<Buffer | undefined> {
  const changed = fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([name, schema]) => [name, hostileValue(schema)]),
      ),
      { requiredKeys: [] },
    )
    .map(values => ({ ...valid, ...values }))
  const oneChanged = fc.oneof(
    ...Object.entries(fields).map(([name, schema]) =>
      hostileValue(schema).map(value => ({ ...valid, [name]: value })),
    ),
    fc.constant(valid),
  )
  const text = fc.oneof(
    { weight: 6, arbitrary: oneChanged.map(value => JSON.stringify(value)) },
    { weight: 3, arbitrary: changed.map(value => JSON.stringify(value)) },
    fc.tuple(oneChanged, oneChanged).map(
      // The same names twice: parsers differ in which one counts.
      ([one, other]) => `${JSON.stringify(one).slice(0, -1)},${JSON.stringify(other).slice(1)}`,
    ),
    oneChanged.map(value => `{"__proto__":{"role":"admin"},${JSON.stringify(value).slice(1)}`),
    oneChanged.map(
      value => `{"constructor":{"prototype":{"role":"admin"}},${JSON.stringify(value).slice(1)}`,
    ),
    fc
      .tuple(oneChanged, fc.nat())
      .map(([value, at]) => JSON.stringify(value).slice(0, at % JSON.stringify(value).length)),
    fc.constantFrom(
      '',
      'null',
      '[]',
      '"text"',
      '0',
      'NaN',
      '{"a":1,}',
      '\ufeff{}',
      '{}{}',
      "{'a':1}",
    ),
    fc.constantFrom(
      '['.repeat(8000),
      '{"a":'.repeat(3000),
      `${'['.repeat(7000)}${']'.repeat(7000)}`,
    ),
    fc.constantFrom(20_000, 300_000).map(length => JSON.stringify({ a: 'a'.repeat(length) })),
  )
  return fc.oneof(
    { weight: 12, arbitrary: text.map(json => Buffer.from(json)) },
    // A lone surrogate and an overlong slash in UTF-8.
    fc.constantFrom([0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xff]).map(bytes => {
      const [name = 'a'] = Object.keys(fields)
      return Buffer.concat([Buffer.from(`{"${name}":"`), Buffer.from(bytes), Buffer.from('"}')])
    }),
  )
}

/** Generates headers that the server or one of its libraries reads. Most requests have none of them. */
const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'accept-language',
        'content-encoding',
        'if-none-match',
        'if-modified-since',
        'range',
        'idempotency-key',
        'origin',
        'referer',
        'user-agent',
        'x-forwarded-for',
        'x-http-method-override',
        'x-recaptcha-token',
        'x-internal-key',
        'sec-fetch-site',
        'authorization',
        'x-forwarded-host',
      ),
      fc.constantFrom(
        '',
        ',',
        '*',
        '\u00e9',
        'a;q=9',
        'bytes=0-0',
        'bytes=9-1,0-',
        'gzip',
        'DELETE',
        'null',
        '__proto__',
        '"\u00ff"',
        ';'.repeat(5000),
        ' ,'.repeat(2500),
        'a'.repeat(6000),
        'W/""',
        'es-AR;q=1,en;q=NaN',
        'Basic OmE=',
        'Thu, 99 Foo 2026',
        '::1',
        'bytes=-0',
      ),
    )
    .map(([name, value]) => ({ [name]: value })),
)
