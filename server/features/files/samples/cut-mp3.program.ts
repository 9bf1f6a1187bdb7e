import { cutMp3 } from './cut-mp3.ts'

/** Cuts the sample of the MP3 file at the standard input, and writes a `CutterOutput`. */

const output = await cutMp3(process.stdin as AsyncIterable<Buffer>)
process.stdout.write(JSON.stringify(output), () => process.exit())
