import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { ROOT, runCommand } from './processes.ts'

/**
 * `npm run mutation` changes the pure payment rules and expects that a test fails for at least 90 % of the changes. Its
 * packages are apart, since no other command needs them.
 */
const PACKAGE = join(ROOT, 'scripts/mutation')

installPackages(PACKAGE, 'npm run mutation')
process.exitCode = await runCommand(join(PACKAGE, 'node_modules/.bin/stryker'), [
  'run',
  join(PACKAGE, 'stryker.config.json'),
])
