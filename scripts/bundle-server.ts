import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { ROOT, digestOf, noteBuilt } from './steps.ts'

/**
 * Last step of the build: the server and what it is made of in a few files (docs/decisions/0023). It starts in a
 * third of the time and holds half the memory of some two thousand modules.
 */

const OUT = join(ROOT, 'build/start')
/** A process started before the build still loads parts of the one before, under their own names. */
const KEEP_MS = 7 * 86_400_000

const sources = await digestOf('server')

/** What is found beside a source file, migrations for instance, stays where it is. */
const inPlace: Plugin = {
  name: 'in-place',
  transform(code, id) {
    if (!id.startsWith(join(ROOT, 'server/'))) return undefined
    const source = JSON.stringify(relative(OUT, id).replaceAll('\\', '/'))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

const bundle = await rolldown({
  input: { main: join(ROOT, 'server/main.ts') },
  platform: 'node',
  plugins: [inPlace],
  // Native code, what reads files of its own, and what the web's build must share with the server.
  external: [
    /^(sharp|fontkit|pdfkit|nodemailer|react|react-dom|react-router|pino|@fastify\/swagger-ui)(\/|$)/,
    /^(@node-rs\/argon2|@electric-sql\/pglite)(\/|$)/,
    /^@fontsource/,
    'pg-native',
  ],
  logLevel: 'warn',
  onLog(_level, log, handle) {
    // Left outside without a word, it would be missing at the first request that needs it.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    handle('debug', log)
  },
})
const { output } = await bundle.write({
  dir: OUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
await dropOldParts(new Set(output.map(({ fileName }) => fileName)))
await noteBuilt('server', sources)

async function dropOldParts(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(OUT)) {
    const path = join(OUT, name)
    if (!current.has(name) && Date.now() - (await stat(path)).mtimeMs > KEEP_MS)
      await rm(path, { recursive: true })
  }
}
