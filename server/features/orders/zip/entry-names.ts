import { extname } from 'node:path'
import { toSafeName } from '#server/features/files/service.ts'

/** The files of a bought product. */
interface ProductFiles {
  productName: string
  /** The names of its files, in the sequence of its seller. */
  fileNames: string[]
}

/**
 * Names the files of several products inside an archive, so that they can be unpacked on Windows, macOS and Android.
 * The files of one product stand alone; those of several have a folder for each product. File names are kept, without
 * numbers in front, since the parts of a divided archive and pages that link to their images are found by their names.
 * If two are the same but for upper and lower case, the second gets a number behind it.
 * @returns the names in the sequence of `products` and of their files
 */
export function nameEntries(products: ProductFiles[]): string[][] {
  const fileNames = products.map(product => makeUnique(product.fileNames.map(splitName)))
  if (products.length <= 1) return fileNames
  const folders = makeUnique(
    products.map(({ productName }) => ({
      stem: toSafeName(productName) || 'producto',
      extension: '',
    })),
  )
  return fileNames.map((names, index) => names.map(name => `${folders[index]!}/${name}`))
}

interface NameParts {
  stem: string
  /** With its dot; empty if there is none. */
  extension: string
}

function splitName(fileName: string): NameParts {
  const extension = extname(fileName)
  const stem = fileName.slice(0, fileName.length - extension.length)
  return { stem: toSafeName(stem) || 'archivo', extension }
}

/** Appends a number to each name that stands before it already, one that no other file has: `guide (2).pdf`. */
function makeUnique(names: NameParts[]): string[] {
  const ownKeys = new Set(names.map(({ stem, extension }) => toComparable(stem + extension)))
  const takenKeys = new Set<string>()
  return names.map(({ stem, extension }) => {
    let name = stem + extension
    for (
      let number = 2;
      takenKeys.has(toComparable(name)) || (number > 2 && ownKeys.has(toComparable(name)));
      number += 1
    )
      name = `${stem} (${number})${extension}`
    takenKeys.add(toComparable(name))
    return name
  })
}

/** Returns the same text for names that are one file for Windows or macOS. Both directions also join ß and ss. */
const toComparable = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()
