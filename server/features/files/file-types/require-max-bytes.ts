import { type FileSizeLimits, getMaxFileBytes } from '#contract/files/file-sizes.ts'
import { ApiError } from '#server/http/api-error.ts'

/** @throws ApiError ERROR_FILE_ABOVE_SCAN_LIMIT if a file of this type has to be scanned and is too large for it */
export function requireMaxFileBytes(limits: FileSizeLimits, type: string, sizeBytes: number): void {
  if (sizeBytes > getMaxFileBytes(limits, type))
    throw new ApiError('ERROR_FILE_ABOVE_SCAN_LIMIT', `${sizeBytes} bytes of ${type}`)
}
