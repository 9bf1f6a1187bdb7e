import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { digestSources, recordBuild } from './build.ts'
import { NODE_BUNDLE } from './node-bundle.ts'
import { ROOT } from './processes.ts'

/**
 * Bundles the server and its packages into a few files, as the last step of the build (docs/design/operations.md). The
 * bundle starts in a third of the time and uses half the memory of the two thousand separate modules.
 */

const OUTPUT_FOLDER = join(ROOT, 'build/start')
/**
 * Files of earlier builds are kept for seven days, since a server process that started before the build still loads
 * them.
 */
const KEEP_MS = 7 * 86_400_000

const sourceDigest = await digestSources('server')

/**
 * Replaces `import.meta.url` by the path of the source file, so that the bundle finds files beside the source, such as
 * migrations.
 */
const sourcePaths: Plugin = {
  name: 'source-paths',
  transform(code, id) {
    if (!id.startsWith(join(ROOT, 'server/'))) return undefined
    const source = JSON.stringify(relative(OUTPUT_FOLDER, id).replaceAll('\\', '/'))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

const bundle = await rolldown({
  input: { main: join(ROOT, 'server/main.ts') },
  ...NODE_BUNDLE,
  plugins: [sourcePaths],
  // These packages are not bundled: they have native code, read files of their own, or are shared with the built web
  // app.
  external: [
    /^(sharp|fontkit|pdfkit|nodemailer|react|react-dom|react-router|pino|@fastify\/swagger-ui)(\/|$)/,
    /^(@node-rs\/argon2|@electric-sql\/pglite)(\/|$)/,
    /^@fontsource/,
    'pg-native',
  ],
})
const { output } = await bundle.write({
  dir: OUTPUT_FOLDER,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
await deleteOldChunks(new Set(output.map(({ fileName }) => fileName)))
await recordBuild('server', sourceDigest)

async function deleteOldChunks(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(OUTPUT_FOLDER)) {
    const path = join(OUTPUT_FOLDER, name)
    if (!current.has(name) && Date.now() - (await stat(path)).mtimeMs > KEEP_MS)
      await rm(path, { recursive: true })
  }
}
