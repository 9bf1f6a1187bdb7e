import { buffer } from 'node:stream/consumers'
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
} from '@cantoo/pdf-lib'

/** Counts the pages of the PDF file at the standard input, and writes their number. It runs in a process of its own. */

/**
 * Counts the leaves of a page tree, each node once, since a damaged file can name a node again and again. Some programs
 * leave out the types of the nodes, so a node without children is a page.
 */
function countPages(document: PDFDocument): number {
  const { context, catalog } = document
  const seen = new Set<PDFObject>()
  const waiting = [catalog.get(PDFName.of('Pages'))]
  let pages = 0
  while (waiting.length > 0) {
    const node = context.lookup(waiting.pop())
    if (!(node instanceof PDFDict) || seen.has(node)) continue
    seen.add(node)
    const children = node.lookup(PDFName.of('Kids'))
    if (children instanceof PDFArray) for (const child of children.asArray()) waiting.push(child)
    else pages += 1
  }
  return pages
}

const document = await PDFDocument.load(await buffer(process.stdin), {
  parseSpeed: ParseSpeeds.Fastest,
  updateMetadata: false,
  // A document that only its owner may change opens with the empty password.
  password: '',
})
process.stdout.write(String(countPages(document)), () => process.exit())
