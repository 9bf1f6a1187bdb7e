import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** How a picture relates to the picture of the same name of the run before. */
export type PictureChange = 'same' | 'changed' | 'new' | 'removed'

/** The colour distance from 0 to 1 below which two pixels are the same. */
const THRESHOLD = 0.05
/** A fully transparent background, which fills the area that only the larger of two pictures has. */
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Compares two pictures and writes their difference as a picture of its own if there is one: changed pixels are red.
 * @returns the number of pixels that differ
 */
export async function comparePictures(
  formerPath: string,
  currentPath: string,
  differencePath: string,
): Promise<number> {
  const [formerFile, currentFile] = await Promise.all(
    [formerPath, currentPath].map(path => readFile(path)),
  )
  if (formerFile!.equals(currentFile!)) return 0
  const sizes = await Promise.all([formerFile, currentFile].map(file => sharp(file).metadata()))
  const width = Math.max(...sizes.map(size => size.width))
  const height = Math.max(...sizes.map(size => size.height))
  const [former, current] = await Promise.all(
    [formerFile!, currentFile!].map((file, index) =>
      sharp(file)
        .extend({
          right: width - sizes[index]!.width,
          bottom: height - sizes[index]!.height,
          background: TRANSPARENT,
        })
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const difference = Buffer.alloc(width * height * 4)
  const pixels = pixelmatch(former!, current!, difference, width, height, { threshold: THRESHOLD })
  if (pixels > 0)
    await writeFile(
      differencePath,
      await sharp(difference, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    )
  return pixels
}

/** A picture of the catalogue: its file name consists of screen, language, width and theme. */
export interface CatalogPicture {
  file: string
  screen: string
  language: string
  width: number
  theme: string
  change: PictureChange
  /** The number of pixels that differ from the run before. */
  pixels: number
}

/**
 * Compares the pictures of the folder `current` with those of the folder `former`, sorted by screen. A picture that
 * this run did not renew, or that has no former run to compare with, counts as the same.
 */
export async function compareFolders(
  folder: string,
  {
    files,
    formerFiles,
    isRenewed,
  }: { files: string[]; formerFiles: string[]; isRenewed: (file: string) => boolean },
): Promise<CatalogPicture[]> {
  const current = new Set(files)
  const former = new Set(formerFiles)
  const pictures: CatalogPicture[] = []
  for (const file of [...new Set([...files, ...formerFiles])].sort()) {
    const [screen = '', language = '', width = '', theme = ''] = file.replace('.png', '').split('_')
    const paths = (['former', 'current', 'difference'] as const).map(name =>
      join(folder, name, file),
    )
    const isInBoth = current.has(file) && former.has(file)
    const pixels = isInBoth ? await comparePictures(paths[0]!, paths[1]!, paths[2]!) : 0
    let change: PictureChange = pixels > 0 ? 'changed' : 'same'
    if (!current.has(file)) change = 'removed'
    else if (!former.has(file) && former.size > 0 && isRenewed(file)) change = 'new'
    pictures.push({ file, screen, language, width: Number(width), theme, change, pixels })
  }
  return pictures
}
