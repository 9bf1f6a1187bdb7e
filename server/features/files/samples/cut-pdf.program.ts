import { buffer } from 'node:stream/consumers'
import { cutPdf } from './cut-pdf.ts'

/** Cuts the sample of the PDF document at the standard input, and writes a `CutterOutput`. */

const output = await cutPdf(await buffer(process.stdin))
process.stdout.write(JSON.stringify(output), () => process.exit())
