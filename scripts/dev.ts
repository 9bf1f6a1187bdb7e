import { watch } from 'node:fs'
import { join } from 'node:path'
import { runMarketplace } from './marketplace.ts'
import { ROOT, must, run } from './steps.ts'

/**
 * `npm run dev`: the marketplace from its sources. Changes in web/ show in the browser without a reload; a change in
 * server/, contract/ or messages/ restarts the server.
 */

/** Folders whose changes restart the server. Without the list Node would watch Vite's temporary files too. */
const WATCHED = ['server', 'contract', 'messages', '.messages']
/** Editors write a file in several steps. */
const DEBOUNCE_MS = 100

// Few large modules instead of one a text: Vite loads them in half the time.
const compileMessages = ['run', '-s', 'messages', '--', '--output-structure', 'locale-modules']
await must('npm', compileMessages)
let timer: NodeJS.Timeout | undefined
watch(join(ROOT, 'messages'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => void run('npm', compileMessages), DEBOUNCE_MS)
}).unref()

await runMarketplace({
  serverArgs: [
    ...WATCHED.map(folder => `--watch-path=${folder}`),
    '--watch-preserve-output',
    'scripts/dev-server.ts',
  ],
  // Compiled code is kept between restarts.
  settings: { NODE_ENV: 'development', NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
})
