import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { digestSources, isBuilt, recordBuild } from './build.ts'
import { ROOT } from './processes.ts'

/** `npm run messages` compiles the texts, if they have changed since they were compiled. */

if (!(await isBuilt('messages'))) {
  const sourceDigest = await digestSources('messages')
  await compile({
    project: join(ROOT, 'project.inlang'),
    outdir: join(ROOT, '.messages'),
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
  })
  await recordBuild('messages', sourceDigest)
  // The compiler leaves timers behind, which would keep the process alive for half a minute.
  process.exit()
}
