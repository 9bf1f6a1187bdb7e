import { runMarketplace } from './marketplace.ts'
import { buildIfNeeded } from './build.ts'
import { SERVER_ARGS, SERVER_ENV } from './processes.ts'

/** `npm start` runs the built marketplace with demo data. */

await buildIfNeeded()
await runMarketplace({
  serverArgs: [...SERVER_ARGS, 'serve'],
  settings: { NODE_ENV: 'production', ...SERVER_ENV },
})
