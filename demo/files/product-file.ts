import type { CatalogProduct } from '../catalog/catalog.ts'
import { createEpub, createSpreadsheet, createZip } from './archive.ts'
import { createPdfBook } from './pdf-book.ts'
import { synthesizeWav } from './wav.ts'

/** Creates the small file that buyers of a demo product download, in the format of its file extension. */
export async function createProductFile(
  product: CatalogProduct,
  renderCover: () => Promise<Buffer>,
): Promise<Uint8Array> {
  const { file } = product
  switch (file.kind) {
    case 'book':
      return createPdfBook(product, file.chapters, await renderCover())
    case 'epub':
      return createEpub(product, file.chapters)
    case 'sheet':
      return createSpreadsheet(file.rows)
    case 'sound':
      return synthesizeWav(product.name, file.beatsPerMinute)
    case 'sounds':
      return createZip(
        Object.fromEntries(
          file.takes.map(take => [`${take}.wav`, synthesizeWav(take, file.beatsPerMinute)]),
        ),
      )
    case 'bundle':
      return createZip({ ...file.texts, 'tapa.png': await renderCover() })
    case 'picture':
      return renderCover()
  }
}
