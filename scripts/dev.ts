import { watch } from 'node:fs'
import { join } from 'node:path'
import { runMarketplace } from './marketplace.ts'
import { ROOT, runCommandOrThrow, runCommand } from './processes.ts'

/**
 * `npm run dev` runs the marketplace from its sources. The browser shows a change in web/ without a reload. A change in
 * server/, contract/ or messages/ restarts the server.
 */

/** The folders whose changes restart the server; without this list Node would also watch Vite's temporary files. */
const WATCHED_FOLDERS = ['server', 'contract', 'messages', '.messages']
/**
 * Changes to the messages within this time in milliseconds cause one compilation, because editors save a file in
 * several steps.
 */
const DEBOUNCE_MS = 100

const compileMessages = ['run', '-s', 'messages']
await runCommandOrThrow('npm', compileMessages)
let timer: NodeJS.Timeout | undefined
watch(join(ROOT, 'messages'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => void runCommand('npm', compileMessages), DEBOUNCE_MS)
}).unref()

await runMarketplace({
  serverArgs: [
    ...WATCHED_FOLDERS.map(folder => `--watch-path=${folder}`),
    '--watch-preserve-output',
    'scripts/dev-server.ts',
  ],
  // Node's compile cache shortens the restarts of the server.
  settings: { NODE_ENV: 'development', NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
})
