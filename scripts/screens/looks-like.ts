import sharp from 'sharp'

/** The side in pixels of the square cells whose average colours are compared, at two pixels for each CSS pixel. */
const CELL = 16
/**
 * The largest difference of a cell's average colour, of 255, with which two pictures look the same. Another machine
 * draws letters a part of a pixel further, which changes a cell by at most 9, and the compression of the stored
 * pictures by less; another word changes some cells by 20, and another digit by 13.
 */
const MAX_DIFFERENCE = 12

/**
 * Compares two pictures of a screen as a person would: by their sizes and the average colours of small cells.
 * @returns how they differ; undefined if they look the same
 */
export async function describeDifference(
  formerPath: string,
  currentPath: string,
): Promise<string | undefined> {
  const [former, current] = await Promise.all(
    [formerPath, currentPath].map(path => sharp(path).metadata()),
  )
  const { width, height } = current!
  if (former!.width !== width || former!.height !== height)
    return `${former!.width} × ${former!.height} became ${width} × ${height} pixels`
  const [before, after] = await Promise.all(
    [formerPath, currentPath].map(path =>
      sharp(path)
        .removeAlpha()
        .resize(Math.ceil(width / CELL), Math.ceil(height / CELL), { fit: 'fill' })
        .raw()
        .toBuffer(),
    ),
  )
  const largest = after!.reduce(
    (max, value, index) => Math.max(max, Math.abs(value - before![index]!)),
    0,
  )
  return largest > MAX_DIFFERENCE ? `a part differs by ${largest} of 255` : undefined
}
