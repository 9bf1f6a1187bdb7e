import { buffer } from 'node:stream/consumers'
import { countPages } from './count-pages.ts'

/** Counts the pages of the PDF document at the standard input, and writes their number. */

const pages = await countPages(await buffer(process.stdin))
process.stdout.write(String(pages), () => process.exit())
