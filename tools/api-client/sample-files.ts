import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** Creates a readable PDF with one page, filled up with random data to about `bytes` bytes. */
export function createPdfFile(bytes: number, name = 'recetas.pdf'): File {
  const noise = randomBytes(Math.max(0, bytes - 400))
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\n4 0 obj<</Length ${noise.length}>>stream\n`
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  return new File([head, noise, tail], name, { type: 'application/pdf' })
}

/** Creates a small PNG cover. Encoding a cover of the usual size would take a third of a second. */
export async function createCoverImage({ width = 160, height = 200 } = {}): Promise<File> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#d5381f' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(png)], 'tapa.png', { type: 'image/png' })
}
