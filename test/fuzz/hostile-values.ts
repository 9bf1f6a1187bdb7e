import fc from 'fast-check'
import type { JsonSchema } from './operations.ts'

/** The texts that parsers, databases and file systems treat specially. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202e',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1e3',
  '2147483648',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  '9999-99-99',
  '2026-02-30T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  "' or 1=1 --",
  '%00',
  '%zz',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'javascript:alert(1)',
  '//evil.test',
  'a@b.c\r\nBcc: d@e.f',
]

/** Any JSON value of a type that a field does not expect. */
const wrongTypes: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: 'no function' },
  Array.from({ length: 2000 }, () => 1),
)

const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('a', ' ', '.', '\u00e9', '\ud83d\ude00', '\u0301', '%', '('),
      fc.integer({ min: 1, max: 12_000 }),
    )
    .map(([part, bytes]) => part.repeat(Math.ceil(bytes / part.length))),
)

/** Lists the values around the bounds that a schema declares. */
function listBoundaries(schema: JsonSchema): unknown[] {
  const { minLength, maxLength, minimum, maximum, enum: values, anyOf = [], oneOf = [] } = schema
  const lengths = [minLength, maxLength].flatMap(length =>
    length === undefined ? [] : [length - 1, length, length + 1],
  )
  const numbers = [minimum, maximum].flatMap(bound =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  return [
    ...lengths
      .filter(length => length >= 0)
      .flatMap(length => ['a'.repeat(length), '\u00f1'.repeat(length)]),
    ...numbers,
    ...(values ?? []),
    ...[...anyOf, ...oneOf].flatMap(listBoundaries),
  ]
}

/** Generates a value for a JSON field that its schema may or may not accept. */
export function hostileValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const boundaries = listBoundaries(schema)
  const nested = Object.entries(schema.properties ?? {})
  return fc.oneof(
    hostileText,
    wrongTypes,
    ...(boundaries.length > 0 ? [fc.constantFrom(...boundaries)] : []),
    ...(schema.items
      ? [fc.array(fc.oneof(hostileValue(schema.items), wrongTypes), { maxLength: 4 })]
      : []),
    ...(nested.length > 0
      ? [
          fc.record(
            Object.fromEntries(nested.map(([name, property]) => [name, hostileValue(property)])),
            { requiredKeys: [] },
          ),
        ]
      : []),
  )
}

/** Generates the text of a form field or of a query value. */
export const hostileFieldText = (schema: JsonSchema): fc.Arbitrary<string> =>
  hostileValue(schema).map(value => (typeof value === 'string' ? value : JSON.stringify(value)))

/** Generates a path segment or query value as it stands in the URL, partly with malformed percent encodings. */
export const hostileUrlText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%zz',
    '%',
    '%0',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%C0%AF',
    '%252e%252e',
    '..%2f..%2f',
    '%2e%2e',
    '%F0%9F%98%80',
    '0',
    '-1',
    '1',
    '999999',
    '2147483647',
    '2147483648',
    '1.0',
    '0x10',
    '+1',
    '__proto__',
    'constructor',
    '%20',
    '%0d%0aX-Injected:%201',
    '*',
    ';a=b',
    "'",
    '%22',
    '%5c',
    '9'.repeat(400),
    'a'.repeat(4000),
    '00000000-0000-4000-8000-000000000000',
  ),
  hostileText.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 6000)),
)
