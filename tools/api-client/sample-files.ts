import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** Creates a file that is recognized as a PDF, filled up with random data to about `bytes` bytes. */
export function createPdfFile(bytes: number, name = 'recetas.pdf'): File {
  const noise = randomBytes(Math.max(0, bytes - 400))
  // The document has no page tree, so that the job that counts pages changes nothing after a test has published it.
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n2 0 obj<</Length ${noise.length}>>stream\n`
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  return new File([head, noise, tail], name, { type: 'application/pdf' })
}

/** The end of the list of files in a ZIP archive, which is all that an empty archive has. */
const EMPTY_ARCHIVE = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

/**
 * Creates a file that is recognized as a ZIP archive, filled up with random data to `bytes` bytes, at least 44. Unlike
 * a PDF file, it is not examined by a process of its own, which takes half a second of processor time.
 */
export function createZipFile(bytes: number, name = 'recetas.zip'): File {
  const noise = randomBytes(Math.max(0, bytes - 2 * EMPTY_ARCHIVE.length))
  return new File([EMPTY_ARCHIVE, noise, EMPTY_ARCHIVE], name, { type: 'application/zip' })
}

/** Creates a small PNG cover. Encoding a cover of the usual size would take a third of a second. */
export async function createCoverImage({ width = 160, height = 200 } = {}): Promise<File> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#d5381f' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(png)], 'tapa.png', { type: 'image/png' })
}
