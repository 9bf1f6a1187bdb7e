import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { checkDatabaseClock, checkProviderClock } from './checks/clock.ts'
import { checkDatabase } from './checks/database.ts'
import { checkKeys } from './checks/keys.ts'
import { checkMail } from './checks/mail.ts'
import { checkProvider } from './checks/provider.ts'
import { checkProxy } from './checks/proxy.ts'
import { checkScanner } from './checks/scanner.ts'
import { checkSettings } from './checks/settings.ts'
import { checkStatus } from './checks/status.ts'
import { checkDisk, checkStorage } from './checks/storage.ts'
import { type Finding, describeError, fault, formatFindings } from './finding.ts'

/**
 * Tries out everything that the marketplace needs, one subject after the other, then asks the running server for the
 * rows of its status page, and reports a line for each finding. It changes nothing: a test file is stored and deleted
 * again, and no email is sent.
 * @returns the number of faults
 */
export async function runDoctor(config: Config, report: (line: string) => void): Promise<number> {
  const checks: [string, () => Finding[] | Promise<Finding[]>][] = [
    ['settings', () => checkSettings(config)],
    ['database', () => checkDatabaseAndClock(config)],
    ['storage', () => checkStorage(config)],
    ['disk', () => checkDisk(config)],
    ['mail', () => checkMail(config)],
    ['payment provider', () => checkProvider(config)],
    ['clock', () => checkProviderClock(config.mercadoPago.apiOrigin)],
    ['scanner', () => checkScanner(config)],
    ['proxy', () => checkProxy(config)],
    ['status', () => checkStatus(config)],
  ]
  let faults = 0
  for (const [subject, check] of checks) {
    const findings = await check()
    faults += findings.filter(({ state }) => state === 'fault').length
    report(formatFindings(subject, findings))
  }
  report(
    faults === 0
      ? 'Nothing must be mended.'
      : `${faults} ${faults === 1 ? 'fault' : 'faults'} must be mended.`,
  )
  return faults
}

async function checkDatabaseAndClock(config: Config): Promise<Finding[]> {
  const action = config.databaseUrl
    ? 'Check DATABASE_URL, that the database server runs, and that it lets this machine connect with this role.'
    : 'Stop the marketplace first: the embedded database serves one process.'
  try {
    const database = await openDatabase(config)
    try {
      return [
        ...(await checkDatabase(database)),
        ...(await checkDatabaseClock(database)),
        ...(await checkKeys(database, config.encryptionKeys)),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [fault(`does not answer: ${describeError(error)}`, action)]
  }
}
