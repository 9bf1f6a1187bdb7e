import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detectProductFileType, toSafeFileName } from './product-file-type.ts'

describe('toSafeFileName', () => {
  test.each([
    ['recetas.pdf', 'recetas.pdf'],
    ['Mi libro.PDF', 'Mi libro.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\libro.pdf', 'libro.pdf'],
    ['ñandú & café.pdf', 'ñandú & café.pdf'],
    ['a"b;c*d?.pdf', 'a b c d.pdf'],
    ['\u202Egpj.exe.pdf', 'gpj.exe.pdf'],
    ['línea\r\nnueva.pdf', 'línea nueva.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['....pdf', 'archivo.pdf'],
    ['', 'archivo.pdf'],
    [`nombre${'.'.repeat(80_000)}libro.pdf`, 'libro.pdf'],
    ['x'.repeat(300) + '.pdf', 'x'.repeat(120) + '.pdf'],
  ])('the file name %j becomes %j', (given, safe) =>
    expect(toSafeFileName(given, 'pdf')).toBe(safe),
  )
})

describe('detectProductFileType', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiosko-types-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
  const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  const MP3 = Buffer.concat([Buffer.from('49443303000000000000fffb9064', 'hex'), Buffer.alloc(500)])
  const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

  async function typeOf(bytes: Buffer, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return detectProductFileType(path, name).then(
      ({ type }) => type,
      (error: { code: string }) => error.code,
    )
  }

  test.each([
    ['a PDF', 'a.pdf', 'pdf', PDF],
    ['a zip', 'a.zip', 'zip', ZIP],
    ['a zip', 'a.xlsx', 'xlsx', ZIP],
    ['an mp3', 'a.MP3', 'mp3', MP3],
    ['an old Word document', 'a.doc', 'doc', CFB],
    ['a zip', 'a.pdf', 'ERROR_UPLOADING_PRODUCT_FILE', ZIP],
    ['a PDF', 'a.zip', 'ERROR_UPLOADING_PRODUCT_FILE', PDF],
    ['an old Office document', 'a.xls', 'ERROR_UPLOADING_PRODUCT_FILE', CFB],
    ['a PDF', 'a', 'ERROR_UPLOADING_PRODUCT_FILE', PDF],
    ['plain text', 'a.pdf', 'ERROR_UPLOADING_PRODUCT_FILE', Buffer.from('hola')],
    ['an empty file', 'a.pdf', 'ERROR_UPLOADING_PRODUCT_FILE', Buffer.alloc(0)],
  ])('%s with the file name %s is detected as %s', async (_, name, outcome, bytes) =>
    expect(await typeOf(bytes, name)).toBe(outcome),
  )
})
