import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/client.ts'
import { prepareDatabase, serve } from './serve.ts'
import { loadWebBuild } from './ssr/pages.ts'

const BUILD_DIR = fileURLToPath(new URL('../build', import.meta.url))

const COMMANDS = { serve: serveBuild, migrate, admin, invariants, keys, doctor }

const [, , command = 'serve', ...args] = process.argv
try {
  if (!Object.hasOwn(COMMANDS, command)) throw new ConfigError([`unknown command ${command}`])
  await COMMANDS[command as keyof typeof COMMANDS](readConfig(), args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function serveBuild(config: Config): Promise<void> {
  if (!existsSync(BUILD_DIR)) throw new Error('There is no web build yet: run npm run build first.')
  await serve(config, () => loadWebBuild(BUILD_DIR))
}

async function migrate(config: Config): Promise<void> {
  const database = await openDatabase(config)
  await prepareDatabase(database)
  await database.close()
}

const ADMIN_USAGE = `Usage: npm run admin -- grant <email> | revoke <email> | list | reset-second-factor <email>`

/** Runs a command of `ADMIN_USAGE`. */
async function admin(config: Config, [verb, email]: string[]): Promise<void> {
  if (verb === 'reset-second-factor' && email) return resetSecondFactor(config, email)
  const { listAdmins, setAdminRole } = await import('./features/admin/command-line/roles.ts')
  if (verb !== 'list' && ((verb !== 'grant' && verb !== 'revoke') || !email))
    throw new Error(ADMIN_USAGE)
  const database = await openDatabase(config)
  await prepareDatabase(database)
  if (verb === 'list' || !email) {
    const admins = await listAdmins(database.db)
    await database.close()
    console.log(admins.length > 0 ? admins.join('\n') : 'Nobody is an admin yet.')
    return
  }
  const change = await setAdminRole(database.db, email, verb === 'grant', config.adminSecondFactor)
  await database.close()
  if (change === 'unknown_email') throw new Error(`No account has the email ${email}.`)
  if (change === 'unverified_email')
    throw new Error(`The owner of ${email} has not verified the address yet.`)
  if (change === 'no_second_factor')
    throw new Error(
      `The owner of ${email} must add a passkey or an authenticator app on the security page first.`,
    )
  console.log(`${email} ${verb === 'grant' ? 'is an admin now' : 'is no admin any more'}.`)
}

/** Requests the removal of the second factors of a user who has lost them all. */
async function resetSecondFactor(config: Config, email: string): Promise<void> {
  const { requestReset } = await import('./features/admin/command-line/second-factor-reset.ts')
  const database = await openDatabase(config)
  await prepareDatabase(database)
  const outcome = await requestReset(database.db, email)
  await database.close()
  if (outcome === 'unknown') throw new Error(`No account has the email ${email}.`)
  if (outcome === 'none') throw new Error(`The account ${email} has no second factor.`)
  console.log(
    `${email} is told by email. The second factors are removed 72 hours later, unless ${email} cancels it or signs in with one of them.`,
  )
}

/** Checks the invariants without changing anything, and sets the exit status 1 if one is violated. */
async function invariants(config: Config): Promise<void> {
  const { checkInvariants } = await import('./features/invariants/check.ts')
  const { formatReport } = await import('./features/invariants/report.ts')
  const { findClosedOrders } = await import('./features/invariants/queries.ts')
  const { openStorageForReading } = await import('./integrations/storage/open-storage.ts')
  const database = await openDatabase(config)
  const storage = await openStorageForReading(config)
  try {
    const findings = await checkInvariants({ database, storage })
    console.log(formatReport(findings))
    const bySellers = await findClosedOrders(database.db, 'seller')
    if (bySellers.count > 0)
      console.log(`Paid orders whose downloads the sellers keep closed: ${bySellers.count}`)
    const byScanner = await findClosedOrders(database.db, 'scanner')
    if (byScanner.count > 0)
      console.log(`Paid orders with a file that is closed since it is infected: ${byScanner.count}`)
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/**
 * Encrypts everything in the database with the first of ENCRYPTION_KEYS, and sets the exit status 1 if texts of other
 * keys are left.
 */
async function keys(config: Config, [verb]: string[]): Promise<void> {
  if (verb !== 'reencrypt') throw new Error('Usage: npm run keys -- reencrypt')
  const { createEncryption } = await import('./integrations/encryption.ts')
  const { reencryptAndReport } = await import('./integrations/reencrypt.ts')
  const database = await openDatabase(config)
  try {
    const encryption = createEncryption(config.encryptionKeys)
    const isComplete = await reencryptAndReport(database.db, encryption, line => console.log(line))
    if (!isComplete) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** Checks everything that the marketplace needs, and sets the exit status 1 if something must be mended. */
async function doctor(config: Config): Promise<void> {
  const { runDoctor } = await import('./doctor/run-doctor.ts')
  const faults = await runDoctor(config, line => console.log(line))
  if (faults > 0) process.exitCode = 1
}
