import { SAMPLE_LIMITS } from '#contract/catalog/sample-rules.ts'

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
