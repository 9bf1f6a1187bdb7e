import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digestSources, recordBuild } from './build.ts'
import { ROOT } from './processes.ts'

/**
 * Compresses the text assets of the built web app at the highest level, so that the server does not compress them for
 * each request.
 */

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const folder = join(ROOT, 'build/client/assets')

for (const name of await readdir(folder)) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue
  const path = join(folder, name)
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await brotliAsync(bytes, { params }))
  await writeFile(`${path}.gz`, await gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
await recordBuild('web', await digestSources('web'))
