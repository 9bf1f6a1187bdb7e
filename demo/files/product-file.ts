import type { Hung } from '../rack/rack.ts'
import { epub, spreadsheet, zip } from './archive.ts'
import { bindBook } from './book.ts'
import { soundOf } from './sound.ts'

/** Makes the file a demo product's buyer downloads: small, and what its ending says. */
export async function productFile(product: Hung, coverPng: Buffer): Promise<File> {
  return new File([new Uint8Array(await bytesOf(product, coverPng))], product.file.name)
}

function bytesOf(product: Hung, coverPng: Buffer): Promise<Uint8Array> | Uint8Array {
  const { file } = product
  switch (file.kind) {
    case 'book':
      return bindBook(product, file.chapters, coverPng)
    case 'epub':
      return epub(product, file.chapters)
    case 'sheet':
      return spreadsheet(file.rows)
    case 'sound':
      return soundOf(product.name, file.beatsPerMinute)
    case 'sounds':
      return zip(
        Object.fromEntries(
          file.takes.map(take => [`${take}.wav`, soundOf(take, file.beatsPerMinute)]),
        ),
      )
    case 'bundle':
      return zip({ ...file.texts, 'tapa.png': coverPng })
    case 'picture':
      return coverPng
  }
}
