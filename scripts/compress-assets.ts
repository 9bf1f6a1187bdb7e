import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT, digestOf, noteBuilt } from './steps.ts'

/** Last step of the web's build: compresses its text assets once, as small as they get (server/pages/assets.ts). */

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const folder = join(ROOT, 'build/client/assets')

for (const name of await readdir(folder)) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue
  const path = join(folder, name)
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await brotli(bytes, { params }))
  await writeFile(`${path}.gz`, await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
await noteBuilt('web', await digestOf('web'))
