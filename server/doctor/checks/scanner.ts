import { Readable } from 'node:stream'
import { UNSCANNED_FILE_TYPES } from '#contract/files/file-sizes.ts'
import type { Config } from '#server/config.ts'
import { type FileScanner, createFileScanner } from '#server/integrations/clamd.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

type ScannerConfig = Pick<
  Config,
  | 'clamdUrl'
  | 'clamdMaxBytes'
  | 'sellsUnscannedFiles'
  | 'wantedFileMaxBytes'
  | 'scannedFileMaxBytes'
>

const CHUNK = Buffer.alloc(64 * 1024)
const CLAMD_LIMITS = 'StreamMaxLength, MaxFileSize and MaxScanSize'

/**
 * Asks the scanner of product files for its version, and has it read a file of the largest size that sellers can
 * upload: its protocol has no command that tells its limits.
 */
export async function checkScanner(config: ScannerConfig): Promise<Finding[]> {
  const { clamdUrl } = config
  if (clamdUrl === undefined) return [ok('not set: product files are not scanned')]
  try {
    const scanner = createFileScanner(clamdUrl)
    const version = ok(await scanner.readVersion())
    return [version, ...compareLimits(config), await checkLargestFile(scanner, config)]
  } catch (error) {
    return [
      fault(
        `${clamdUrl} does not answer: ${describeError(error)}`,
        'Start clamav-daemon, and let the user of the server open its socket. New files wait until it answers.',
      ),
    ]
  }
}

/** Compares the size of the files that sellers may upload with what the operator says the scanner reads. */
function compareLimits(config: ScannerConfig): Finding[] {
  const { clamdMaxBytes, wantedFileMaxBytes, sellsUnscannedFiles } = config
  if (wantedFileMaxBytes <= clamdMaxBytes) return []
  const above = `above ${toMegabytes(clamdMaxBytes)} (CLAMD_MAX_BYTES)`
  if (sellsUnscannedFiles)
    return [
      ok(
        `${UNSCANNED_FILE_TYPES.join(', ')} files ${above} are sold without a scan, and others are refused`,
      ),
    ]
  return [
    warning(
      `files ${above} are refused, although PRODUCT_FILE_MAX_BYTES is ${toMegabytes(wantedFileMaxBytes)}`,
      `Raise ${CLAMD_LIMITS} of clamd.conf, then CLAMD_MAX_BYTES; or set SELL_UNSCANNED_FILES=1 to sell large archives and media without a scan.`,
    ),
  ]
}

async function checkLargestFile(
  scanner: FileScanner,
  { scannedFileMaxBytes }: ScannerConfig,
): Promise<Finding> {
  const size = toMegabytes(scannedFileMaxBytes)
  // The answer of a refusal can be lost while the file is being sent, and the connection fails instead.
  const result = await scanner.scan(Readable.from(createZeros(scannedFileMaxBytes))).catch(() => ({
    outcome: 'failed',
  }))
  return result.outcome === 'clean'
    ? ok(`reads a file of ${size} to its end`)
    : fault(
        `does not read a file of ${size}, so such files would wait and not be sold`,
        `Raise ${CLAMD_LIMITS} of clamd.conf to it, or lower CLAMD_MAX_BYTES to theirs.`,
      )
}

function* createZeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length)
    yield CHUNK.subarray(0, Math.min(left, CHUNK.length))
}

const toMegabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MB`
