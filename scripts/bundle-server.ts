import { join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { ROOT, noteBuilt } from './steps.ts'

/**
 * Last step of the build: the server and what it is made of in a few files (docs/decisions/0023). It starts in a
 * third of the time and holds half the memory of some two thousand modules.
 */

const OUT = join(ROOT, 'build/start')

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
  logLevel: 'silent',
})
await bundle.write({
  dir: OUT,
  format: 'esm',
  cleanDir: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
await noteBuilt('server')
