import { watch } from 'node:fs'
import { join } from 'node:path'
import { runMarketplace } from './marketplace.ts'
import { ROOT, runOrThrow, run } from './processes.ts'

/**
 * `npm run dev` runs the marketplace from its sources. A change in web/ shows in the browser without a reload; a change
 * in server/, contract/ or messages/ restarts the server.
 */

/** The folders whose changes restart the server; without this list Node would also watch Vite's temporary files. */
const WATCHED_FOLDERS = ['server', 'contract', 'messages', '.messages']
/** Editors save a file in several steps, so changes within this time trigger one compilation. */
const DEBOUNCE_MS = 100

// One module per language instead of one per message halves the time that Vite needs to load them.
const compileMessages = ['run', '-s', 'messages', '--', '--output-structure', 'locale-modules']
await runOrThrow('npm', compileMessages)
let timer: NodeJS.Timeout | undefined
watch(join(ROOT, 'messages'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => void run('npm', compileMessages), DEBOUNCE_MS)
}).unref()

await runMarketplace({
  serverArgs: [
    ...WATCHED_FOLDERS.map(folder => `--watch-path=${folder}`),
    '--watch-preserve-output',
    'scripts/dev-server.ts',
  ],
  // The compile cache makes restarts faster.
  settings: { NODE_ENV: 'development', NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
})
