import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
} from '@cantoo/pdf-lib'

/**
 * Counts the pages of a PDF document. The server does this in a process of its own.
 * @throws Error if the document is encrypted or cannot be read
 */
export async function countPages(bytes: Uint8Array): Promise<number> {
  const document = await PDFDocument.load(bytes, {
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
    // A document that only its owner may change opens with the empty password.
    password: '',
  })
  return countLeaves(document)
}

/**
 * Counts the leaves of a page tree, each node once, since a damaged file can name a node again and again. Some programs
 * leave out the types of the nodes, so a node without children is a page.
 */
function countLeaves({ context, catalog }: PDFDocument): number {
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
