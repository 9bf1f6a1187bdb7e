import * as z from 'zod/mini'
import { documentSetting } from './schemas.ts'

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
}
