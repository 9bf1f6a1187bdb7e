import {
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from '@cantoo/pdf-lib'

/** An operator that shows text: an array of strings and kerning, or one string. Source: ISO 32000-1, 9.4.3. */
const SHOWN_TEXT = /\[([^\]]*)\]\s*TJ|(\((?:\\.|[^\\)])*\))\s*Tj/g
const STRING = /<([\dA-Fa-f]*)>|\(((?:\\.|[^\\)])*)\)/g

const WINDOWS_1252 = new TextDecoder('windows-1252')

/**
 * Reads the text of each page of a PDF, with single blanks between words. It knows the standard fonts only, whose codes
 * are those of Windows-1252: the PDFs of the server and the test fixtures have no others.
 */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return document.getPages().map(({ node }) => {
    const contents = node.Contents()
    const streams =
      contents instanceof PDFArray
        ? contents.asArray().map((_, index) => contents.lookup(index))
        : [contents]
    return Array.from(streams.map(decode).join('\n').matchAll(SHOWN_TEXT), readStrings)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  })
}

/** Reads the text of a PDF, with single blanks between words. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  return (await readPdfPages(bytes)).join(' ')
}

const decode = (stream: unknown): string =>
  stream instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
    : ''

const readStrings = ([, array, single]: RegExpMatchArray): string =>
  Array.from((array ?? single!).matchAll(STRING), ([, hex, literal]) =>
    WINDOWS_1252.decode(
      hex === undefined ? PDFString.of(literal!).asBytes() : PDFHexString.of(hex).asBytes(),
    ),
  ).join('')
