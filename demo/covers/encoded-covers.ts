import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncodedImage } from '#server/integrations/images/encode.ts'
import { type CoverDesign, drawCover } from './cover.ts'

/**
 * The covers of the demo, encoded as the marketplace stores them, since encoding takes longer than all the rest of the
 * demo. `node demo/covers/encode-covers.ts` writes them anew.
 */
export const ENCODED_COVERS = join(import.meta.dirname, 'encoded')

/** Returns the name of the folder of a cover's encoded files, which depends on the whole drawing. */
export const getCoverFolder = (title: string, design: CoverDesign): string =>
  createHash('sha256').update(drawCover(title, design)).digest('hex').slice(0, 16)

/**
 * Reads the encoded files of a cover.
 * @throws Error if they were not encoded after the drawing was changed
 */
export async function readEncodedCover(
  title: string,
  design: CoverDesign,
): Promise<EncodedImage[]> {
  const folder = join(ENCODED_COVERS, getCoverFolder(title, design))
  return Promise.all(
    (await readdir(folder)).map(async name => ({
      name,
      bytes: await readFile(join(folder, name)),
    })),
  )
}
