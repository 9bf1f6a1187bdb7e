import { buffer } from 'node:stream/consumers'
import { getDocumentProxy } from 'unpdf'

/** Counts the pages of the PDF file at the standard input, and writes their number. It runs in a process of its own. */

const bytes = await buffer(process.stdin)
const { numPages } = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
process.stdout.write(String(numPages), () => process.exit())
