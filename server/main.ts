import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createApp } from './app.ts'
import { type OpenDatabase, migrateDatabase, openDatabase } from './db/client.ts'
import { seedCategories } from './features/catalog/categories/seed.ts'
import { builtWeb } from './ssr/pages.ts'

const BUILD_DIR = fileURLToPath(new URL('../build', import.meta.url))
const STOP_MS = 25_000

const COMMANDS = { serve, migrate, admin }

const [, , command = 'serve', ...words] = process.argv
try {
  if (!Object.hasOwn(COMMANDS, command)) throw new ConfigError([`unknown command ${command}`])
  await COMMANDS[command as keyof typeof COMMANDS](readConfig(), words)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Serves requests, works on jobs, or both, as ROLE says. */
async function serve(config: Config): Promise<void> {
  if (!existsSync(BUILD_DIR)) throw new Error('There is no web build yet: run npm run build first.')
  const database = await openDatabase(config)
  await prepare(database)
  const app = await createApp(config, database, {
    web: server => builtWeb(server, BUILD_DIR),
  })

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close()
    await database.close()
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())

  if (config.role !== 'web') app.worker.start()
  if (config.role !== 'worker') await app.server.listen({ host: config.host, port: config.port })
}

/** Tables, and the categories every shop begins with. */
async function prepare(database: OpenDatabase): Promise<void> {
  await migrateDatabase(database)
  await seedCategories(database.db)
}

async function migrate(config: Config): Promise<void> {
  const database = await openDatabase(config)
  await prepare(database)
  await database.close()
}

/** `admin grant <email>`, `admin revoke <email>` and `admin list`. */
async function admin(config: Config, [verb, email]: string[]): Promise<void> {
  const { listAdmins, setAdmin } = await import('./features/admin/roles.ts')
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
  const found = await setAdmin(database.db, email, verb === 'grant')
  await database.close()
  if (!found) throw new Error(`No account has the email ${email}.`)
  console.log(`${email} ${verb === 'grant' ? 'is an admin now' : 'is no admin any more'}.`)
}
