import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/client.ts'
import { migrateDatabase } from './db/migrate.ts'
import { prepareDatabase, serve } from './serve.ts'
import { loadWebBuild } from './ssr/pages.ts'

const BUILD_DIR = fileURLToPath(new URL('../build', import.meta.url))

const COMMANDS = { serve: serveBuild, migrate, admin, invariants }

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
  await serve(config, server => loadWebBuild(server, BUILD_DIR))
}

async function migrate(config: Config): Promise<void> {
  const database = await openDatabase(config)
  await prepareDatabase(database)
  await database.close()
}

/** Runs the command `admin grant <email>`, `admin revoke <email>` or `admin list`. */
async function admin(config: Config, [verb, email]: string[]): Promise<void> {
  const { listAdmins, setAdminRole } = await import('./features/admin/roles.ts')
  if (verb !== 'list' && ((verb !== 'grant' && verb !== 'revoke') || !email))
    throw new Error('Usage: npm run admin -- grant <email> | revoke <email> | list')
  const database = await openDatabase(config)
  await migrateDatabase(database)
  if (verb === 'list' || !email) {
    const admins = await listAdmins(database.db)
    await database.close()
    console.log(admins.length > 0 ? admins.join('\n') : 'Nobody is an admin yet.')
    return
  }
  const hasChanged = await setAdminRole(database.db, email, verb === 'grant')
  await database.close()
  if (!hasChanged) throw new Error(`No account has the email ${email}.`)
  console.log(`${email} ${verb === 'grant' ? 'is an admin now' : 'is no admin any more'}.`)
}

/** Checks the invariants without changing anything, and sets the exit status 1 if one is violated. */
async function invariants(config: Config): Promise<void> {
  const { checkInvariants } = await import('./features/invariants/check.ts')
  const { formatReport } = await import('./features/invariants/report.ts')
  const { openStoredObjects } = await import('./integrations/storage/disk.ts')
  const database = await openDatabase(config)
  const storage = openStoredObjects(join(config.dataDir, 'storage'))
  try {
    const findings = await checkInvariants({ database, storage })
    console.log(formatReport(findings))
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}
