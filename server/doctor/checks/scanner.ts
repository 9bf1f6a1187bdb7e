import { createFileScanner } from '#server/integrations/clamd.ts'
import { type Finding, describeError, fault, ok } from '../finding.ts'

/** Asks the scanner of product files for its version. */
export async function checkScanner(clamdUrl: string | undefined): Promise<Finding[]> {
  if (clamdUrl === undefined) return [ok('not set: product files are not scanned')]
  try {
    return [ok(await createFileScanner(clamdUrl).readVersion())]
  } catch (error) {
    return [
      fault(
        `${clamdUrl} does not answer: ${describeError(error)}`,
        'Start clamav-daemon, and let the user of the server open its socket. New files wait until it answers.',
      ),
    ]
  }
}
