import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { SAMPLE_LIMITS, SAMPLE_REFUSALS, type SampleRefusal } from '#contract/files/sample-rules.ts'
import {
  ContentProcessError,
  programUrl,
  runContentProcess,
} from '#server/integrations/content-process.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** What a cutter writes: a sample with its number of pages or seconds, or why the file has none. */
const CutterOutput = z.union([
  z.object({ refusal: z.enum(SAMPLE_REFUSALS) }),
  z.object({ base64: z.base64(), length: z.int().check(z.positive()) }),
])
export type CutterOutput = z.infer<typeof CutterOutput>

/** How samples of a type of files are cut. */
interface Cutter {
  program: URL
  mime: string
  /** The size in bytes of the largest file of which samples are cut. */
  maxBytes: number
  /** The bytes from the beginning that the cutter reads at most; it reads whole files without it. */
  readBytes?: number
  limits: { heapMb: number; memoryMb: number; ms: number }
}

const CUTTERS: Readonly<Record<string, Cutter>> = {
  pdf: {
    program: programUrl('cut-pdf'),
    mime: 'application/pdf',
    maxBytes: SAMPLE_LIMITS.pdfMaxBytes,
    limits: { heapMb: 256, memoryMb: 512, ms: 30_000 },
  },
  mp3: {
    program: programUrl('cut-mp3'),
    mime: 'audio/mpeg',
    maxBytes: Infinity,
    // Ninety seconds have 3.6 MB at most; the rest is for a picture before them.
    readBytes: 32 * 1024 * 1024,
    limits: { heapMb: 128, memoryMb: 384, ms: 30_000 },
  },
}

/** A sample of a file. */
export interface Sample {
  bytes: Buffer
  mime: string
  /** The number of pages or seconds. */
  length: number
}

/**
 * Cuts the sample of a file in a process of its own.
 * @param file.type the file extension in lower case
 * @returns the sample, or why the file has none
 * @throws Error if the file cannot be read from the storage, or if a cutter has a fault of its own
 */
export async function cutSample(
  storage: Pick<Storage, 'read'>,
  { storageKey, type, sizeBytes }: { storageKey: string; type: string; sizeBytes: number },
): Promise<Sample | { refusal: SampleRefusal }> {
  const cutter = CUTTERS[type]
  if (!cutter) return { refusal: 'type' }
  const { program, mime, maxBytes, readBytes = Infinity, limits } = cutter
  if (sizeBytes > maxBytes) return { refusal: 'too_large' }
  const range = { start: 0, end: Math.min(sizeBytes, readBytes) - 1 }
  const input: Readable = await storage.read(storageKey, range)
  try {
    const json = await runContentProcess({ file: program }, input, limits)
    const output = CutterOutput.parse(JSON.parse(json.toString()))
    if ('refusal' in output) return output
    return { bytes: Buffer.from(output.base64, 'base64'), mime, length: output.length }
  } catch (error) {
    // A cutter that ends with an exit code has met a fault of its own, such as a missing library.
    if (!(error instanceof ContentProcessError) || error.exitCode !== null) throw error
    return { refusal: 'too_large' }
  }
}
