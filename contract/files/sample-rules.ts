/** The file extensions in capitals of the files of which buyers can be shown a sample. */
export const SAMPLE_TYPES: readonly string[] = ['PDF', 'MP3']

/** The limits of what a sample shows. Source: specification of samples, features §3.7. */
export const SAMPLE_LIMITS = {
  pages: 3,
  /** A sample shows one of so many pages at most, so a document with fewer pages has none. */
  pagesPerSamplePage: 3,
  /** The fewest pages of a document with a sample. */
  minPages: 4,
  seconds: 45,
  /** A sample plays one of so many seconds at most. */
  secondsPerSampleSecond: 2,
  /** The fewest seconds of audio with a sample. */
  minSeconds: 20,
  /** The size in bytes of the largest PDF file that is read for a sample. Of audio, only the beginning is read. */
  pdfMaxBytes: 100 * 1024 * 1024,
  /** The maximum size of a sample in bytes. */
  maxBytes: 10 * 1024 * 1024,
} as const

/**
 * Returns how many of the first pages of a document are its sample; 0 if it has too few pages. The last page is never
 * one of them.
 */
export function countSamplePages(pages: number): number {
  if (pages < SAMPLE_LIMITS.minPages) return 0
  return Math.min(SAMPLE_LIMITS.pages, Math.floor(pages / SAMPLE_LIMITS.pagesPerSamplePage))
}

/** Returns how many of the first seconds of audio are its sample; 0 if it is too short. */
export function countSampleSeconds(seconds: number): number {
  if (seconds < SAMPLE_LIMITS.minSeconds) return 0
  return Math.min(SAMPLE_LIMITS.seconds, seconds / SAMPLE_LIMITS.secondsPerSampleSecond)
}

/**
 * Why a file has no sample: its type, a password, too few pages, too short audio, its size or the time and memory that
 * reading it takes, or damage.
 */
export const SAMPLE_REFUSALS = [
  'type',
  'encrypted',
  'too_few_pages',
  'too_short',
  'too_large',
  'unreadable',
] as const
export type SampleRefusal = (typeof SAMPLE_REFUSALS)[number]
