import type { FILE_TYPES } from '../core/limits.ts'

/**
 * The types of which an installation can allow files to be sold that its scanner does not read to their end: archives
 * and long media, of which there is no smaller form. Every other file has to be scanned, if a scanner is set.
 */
export const UNSCANNED_FILE_TYPES: readonly string[] = [
  'zip',
  'mp3',
  'wav',
  'mp4',
] satisfies (typeof FILE_TYPES)[number][]

/**
 * The limits of an installation to the size of product files, in bytes. They are equal if nothing is sold unscanned.
 */
export interface FileSizeLimits {
  /** The maximum size of any file. */
  productFileMaxBytes: number
  /** The maximum size of a file that has to be scanned. */
  scannedFileMaxBytes: number
}

/** Returns the maximum size in bytes of a product file of a type, such as `pdf`. */
export const getMaxFileBytes = (limits: FileSizeLimits, type: string): number =>
  UNSCANNED_FILE_TYPES.includes(type) ? limits.productFileMaxBytes : limits.scannedFileMaxBytes
