import { runMarketplace } from './marketplace.ts'
import { buildIfNeeded } from './build.ts'
import { runCommandOrThrow, SERVER_ARGS, SERVER_ENV } from './processes.ts'

/** `npm start` runs the built marketplace with demo data. */

// The demo data need the texts, which the build compiles first.
await runCommandOrThrow('npm', ['run', '-s', 'messages'])
await runMarketplace({
  prepareServer: buildIfNeeded,
  serverArgs: [...SERVER_ARGS, 'serve'],
  settings: { NODE_ENV: 'production', ...SERVER_ENV },
})
