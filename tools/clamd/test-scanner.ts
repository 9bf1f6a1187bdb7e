import { startClamdSimulator } from '#simulators/clamd/start.ts'
import { EICAR, EICAR_SIGNATURE } from './eicar.ts'

export type TestScanner = Awaited<ReturnType<typeof startTestScanner>>

/** Starts a simulator of the file scanner, which knows the industry's test file as malware. */
export const startTestScanner = () =>
  startClamdSimulator({ signatures: { [EICAR_SIGNATURE]: EICAR } })
