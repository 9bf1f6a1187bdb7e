import fc from 'fast-check'
import type { JsonSchema } from './operations.ts'
import { hostileFieldText } from './hostile-values.ts'
import type { ValidParts } from './hostile-requests.ts'

const BOUNDARY = 'kiosko-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const FILE_NAMES = [
  'a.pdf',
  '',
  '..',
  '../../a.png',
  'a\u0000.pdf',
  `${'a'.repeat(300)}.pdf`,
  `${'.'.repeat(3000)}pdf`,
  '\u202egpj.exe',
  'con.pdf',
  '%00.png',
]

/** Contents that a check of file types could take for something else. */
const FILE_CONTENTS = [
  Buffer.alloc(0),
  Buffer.from('%PDF-'),
  Buffer.from('%PDF-1.4\n%%EOF\n'),
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  Buffer.from('GIF89a\u0000\u0000\u0000\u0000', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('PK\u0003\u0004', 'latin1'),
  Buffer.alloc(40_000, 0xff),
]

const part = (headers: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

const fieldPart = (name: string, value: string) =>
  part(`content-disposition: form-data; name="${name}"`, value)

const filePart = (name: string, fileName: string, content: Buffer) =>
  part(
    `content-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: application/octet-stream`,
    content,
  )

const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** Generates multipart bodies: valid parts of which some are replaced, repeated, malformed or cut off. */
export function hostileMultipart(
  fields: Record<string, JsonSchema>,
  { form = {}, files = {} }: ValidParts,
): fc.Arbitrary<{ type: string; bytes: Buffer }> {
  const validParts = [
    ...Object.entries(form).map(([name, value]) => fieldPart(name, String(value))),
    ...Object.entries(files).map(([name, content]) => filePart(name, 'a.pdf', content)),
  ]
  const names = Object.keys(fields)
  const hostilePart = fc.oneof(
    ...Object.entries(fields).map(([name, schema]) =>
      hostileFieldText(schema).map(text => fieldPart(name, text)),
    ),
    fc
      .tuple(
        fc.constantFrom(...names, '__proto__', 'constructor', 'a'.repeat(500), ''),
        fc.constantFrom(...FILE_NAMES),
        fc.constantFrom(...FILE_CONTENTS),
      )
      .map(([name, fileName, content]) => filePart(name, fileName, content)),
    fc.constantFrom(
      fieldPart('__proto__', '1'),
      fieldPart('toString', '1'),
      part('content-disposition: form-data', '1'),
      part('content-disposition: form-data; name', '1'),
      part(`content-disposition: form-data; name="a"; ${'b=c;'.repeat(3000)}`, '1'),
      part("content-disposition: form-data; name*=utf-8''%zz; filename*=utf-8''%ff", '1'),
      part(
        'content-type: multipart/mixed; boundary=y\r\ncontent-disposition: form-data; name="a"',
        '--y--',
      ),
      part('content-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64', '%%%'),
      part(': nothing', ''),
    ),
  )
  const bytes = fc
    .tuple(
      fc.shuffledSubarray(validParts, { minLength: Math.max(0, validParts.length - 1) }),
      fc.array(hostilePart, { maxLength: 2 }),
    )
    .map(([valid, hostile]) => Buffer.concat([...hostile, ...valid, END]))
  const body = fc.oneof(
    { weight: 8, arbitrary: bytes },
    fc.tuple(bytes, fc.nat()).map(([whole, at]) => whole.subarray(0, at % whole.length)),
    fc.constant(
      Buffer.concat([...Array.from({ length: 1000 }, (_, at) => fieldPart(`a${at}`, 'b')), END]),
    ),
    fc.constantFrom(Buffer.alloc(0), END, Buffer.from(`--${BOUNDARY}`), Buffer.alloc(30_000, '-')),
  )
  return body.map(content => ({ type: TYPE, bytes: content }))
}
