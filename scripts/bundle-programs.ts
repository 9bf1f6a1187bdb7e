import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { digestSources, recordBuild } from './build.ts'
import { NODE_BUNDLE } from './node-bundle.ts'
import { ROOT } from './processes.ts'

/**
 * Bundles each program that reads uploaded content (`*.program.ts`) with its libraries into one file of
 * `build/programs`, from which the server starts it (server/integrations/content-process.ts). Each upload starts one or
 * two of them: from its sources, counting the pages of a PDF takes more than twice as long.
 */

const OUTPUT_FOLDER = join(ROOT, 'build/programs')

const sourceDigest = await digestSources('programs')
for await (const source of glob('server/**/*.program.ts', { cwd: ROOT })) {
  const bundle = await rolldown({
    input: join(ROOT, source),
    ...NODE_BUNDLE,
    // It has native code.
    external: 'sharp',
  })
  await bundle.write({
    file: join(OUTPUT_FOLDER, `${basename(source, '.program.ts')}.js`),
    format: 'esm',
    codeSplitting: false,
  })
  await bundle.close()
}
await recordBuild('programs', sourceDigest)
