import { runMarketplace } from './marketplace.ts'
import { SERVER, buildIfNeeded } from './steps.ts'

/** `npm start`: the built marketplace with demo data. */

await buildIfNeeded()
await runMarketplace({
  serverArgs: [...SERVER, 'serve'],
  settings: { NODE_ENV: 'production' },
})
