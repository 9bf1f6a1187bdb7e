import * as z from 'zod/mini'
import type { FileSizeLimits } from '#contract/files/file-sizes.ts'
import { documentSetting, flagWithDefault, wholeNumberWithDefault } from './schemas.ts'

/** What docs/operations/storage.md sets in the configuration of the daemon: 60M. */
const DOCUMENTED_MAX_BYTES = 60 * 1024 * 1024

/** A TCP address or the path of a socket. A port follows the last colon of the address. */
const CLAMD_URL = /^(?:tcp:\/\/[^/\s]+|unix:\/[^\s]+)$/

export const FILE_SCANNING_SETTINGS = {
  CLAMD_URL: documentSetting(
    z.optional(
      z.string().check(z.regex(CLAMD_URL, 'debe tener la forma tcp://host:puerto o unix:/ruta')),
    ),
    {
      meaning:
        'the address of ClamAV’s daemon, as `tcp://host:port` or `unix:/run/clamav/clamd.ctl`. With it, product files go on sale only after a scan; without it, they are not scanned. See [Scanning of files](storage.md#scanning-of-files)',
    },
  ),
  CLAMD_MAX_BYTES: documentSetting(wholeNumberWithDefault(DOCUMENTED_MAX_BYTES), {
    meaning:
      'the largest file in bytes that ClamAV’s daemon reads, which is the least of its own settings `StreamMaxLength`, `MaxFileSize` and `MaxScanSize`. Larger files are refused before they are uploaded. `npm run doctor` tries it out',
  }),
  SELL_UNSCANNED_FILES: documentSetting(flagWithDefault('0'), {
    meaning:
      '`1` lets sellers sell archives, audio and video (ZIP, MP3, WAV, MP4) that the daemon does not read to their end, up to `PRODUCT_FILE_MAX_BYTES`. They are shown as not scanned',
  }),
}

/** Limits product files to what the scanner reads, if there is one; those of types that are sold unscanned are not. */
export function limitFileSizes(settings: {
  PRODUCT_FILE_MAX_BYTES: number
  CLAMD_URL?: string | undefined
  CLAMD_MAX_BYTES: number
  SELL_UNSCANNED_FILES: boolean
}): FileSizeLimits {
  const { PRODUCT_FILE_MAX_BYTES: maxBytes, CLAMD_URL, CLAMD_MAX_BYTES } = settings
  const scannedFileMaxBytes =
    CLAMD_URL === undefined ? maxBytes : Math.min(maxBytes, CLAMD_MAX_BYTES)
  return {
    productFileMaxBytes: settings.SELL_UNSCANNED_FILES ? maxBytes : scannedFileMaxBytes,
    scannedFileMaxBytes,
  }
}
