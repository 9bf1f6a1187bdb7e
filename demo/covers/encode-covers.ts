import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeCover } from '#server/integrations/images/encode.ts'
import { DEMO_CATALOG } from '../catalog/catalog.ts'
import { renderCover } from './cover.ts'
import { ENCODED_COVERS, getCoverFolder } from './encoded-covers.ts'

/** Encodes the covers whose drawings have changed since they were encoded, and removes those of former drawings. */

await mkdir(ENCODED_COVERS, { recursive: true })
const existing = new Set(await readdir(ENCODED_COVERS))
const temporary = await mkdtemp(join(tmpdir(), 'kiosko-covers-'))
const drawing = join(temporary, 'cover.png')
for (const { name: title, cover } of DEMO_CATALOG) {
  const folder = getCoverFolder(title, cover)
  if (existing.delete(folder)) continue
  await writeFile(drawing, await renderCover(title, cover))
  await mkdir(join(ENCODED_COVERS, folder))
  for (const { name, bytes } of await encodeCover(drawing))
    await writeFile(join(ENCODED_COVERS, folder, name), bytes)
}
for (const unused of existing) await rm(join(ENCODED_COVERS, unused), { recursive: true })
await rm(temporary, { recursive: true })
