import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** The size in pixels of the preview images that link previews expect: an aspect ratio of 1.91 to 1. */
const IMAGE = { width: 1200, height: 630 } as const
const COVER = { width: 416, height: 520, left: 56, top: 74 } as const
const TEXT_LEFT = 540
const TEXT_WIDTH = 604
/** The font sizes of the title in pixels. The first size at which the title fits into three lines is used. */
const TITLE_SIZES = [72, 62, 54, 46]
/** The font size in pixels of the line above the title. */
const OVERLINE_SIZE = 34
const GAP = 40
const COLORS = {
  paper: '#fbf7ef',
  ink: '#1e1916',
  soft: '#6a5f57',
  awning: '#d5381f',
  deep: '#a92a15',
  mango: '#ffb52e',
}

/** Limits drawing to one image at a time, since drawing an image occupies a CPU core for a tenth of a second. */
const limitDrawing = pLimit(1)

/** The content of a link preview image. */
export interface OgImageContent {
  /** The title, in the largest font and at most three lines. */
  title: string
  /** The line above the title. */
  overline: string
  /** The line below the title. */
  subtitle: string
  /** The storage key of the cover image at the left. */
  coverKey: string | undefined
  brand: string
}

/** Draws the image that link previews show for a product or kiosk: a cover and text under the awning, as JPEG. */
export async function drawOgImage(storage: Storage, content: OgImageContent): Promise<Buffer> {
  // The cover is read before the turn to draw, since a bucket that does not answer would hold up all other images.
  const coverFile = content.coverKey ? await storage.readImage(content.coverKey) : undefined
  const coverBytes = coverFile && (await buffer(coverFile))
  return limitDrawing(async () => {
    const { default: sharp } = await import('sharp')
    const background = await renderBackground(content)
    const cover =
      coverBytes &&
      (await sharp(coverBytes)
        .resize({ ...COVER, fit: 'cover' })
        .composite([{ input: roundedMask(), blend: 'dest-in' }])
        .png()
        .toBuffer())
    return sharp(Buffer.from(background))
      .composite(cover ? [{ input: cover, left: COVER.left, top: COVER.top }] : [])
      .flatten({ background: COLORS.paper })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer()
  })
}

const roundedMask = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER.width}" height="${COVER.height}"><rect width="100%" height="100%" rx="18"/></svg>`,
  )

/** Renders the SVG of the preview image: everything except the cover. */
async function renderBackground({
  title,
  overline,
  subtitle,
  brand,
}: OgImageContent): Promise<string> {
  const { breakLines, measureHeight, renderLines } = await import('./text-layout.ts')
  const { width, height } = IMAGE
  const titleSize =
    TITLE_SIZES.find(size => breakLines(title, size, TEXT_WIDTH, 9).length <= 3) ??
    TITLE_SIZES.at(-1)!
  const titleLines = breakLines(title, titleSize, TEXT_WIDTH, 3)
  const titleHeight = measureHeight(titleLines.length, titleSize)
  const titleTop = COVER.top + (COVER.height - titleHeight) / 2 - 20
  const renderLine = (text: string, size: number, top: number, color: string) =>
    `<g fill="${color}">${renderLines(breakLines(text, size, TEXT_WIDTH, 1), size, { left: TEXT_LEFT, top })}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${COLORS.paper}"/>${renderAwning(width)}
    ${renderLine(overline, OVERLINE_SIZE, titleTop - GAP - 26, COLORS.soft)}
    <g fill="${COLORS.ink}">${renderLines(titleLines, titleSize, { left: TEXT_LEFT, top: titleTop })}</g>
    ${renderLine(subtitle, OVERLINE_SIZE + 12, titleTop + titleHeight + GAP, COLORS.deep)}
    ${renderLine(brand, 28, height - 62, COLORS.ink)}
  </svg>`
}

/** Renders the awning: a striped band with scallops across the top. */
function renderAwning(width: number): string {
  const count = 20
  const step = width / count
  return Array.from({ length: count }, (_, index) => {
    const color = index % 2 === 0 ? COLORS.awning : COLORS.deep
    const x = index * step
    return `<path fill="${color}" d="M${x} 0h${step}v28a${step / 2} ${step / 2} 0 0 1-${step} 0z"/>`
  }).join('')
}

/**
 * Draws the brand's icon on the paper color, as PNG.
 * @param side the side of the image in pixels
 * @param inset the part of the side that stays empty around the icon, as a fraction
 */
export async function drawBrandIcon(side: number, inset: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { awning: red, deep, ink, mango, paper } = COLORS
  const viewSize = 32 / (1 - 2 * inset)
  const edge = -viewSize * inset
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${edge} ${edge} ${viewSize} ${viewSize}"><rect x="${edge}" y="${edge}" width="${viewSize}" height="${viewSize}" fill="${paper}"/><path fill="${ink}" d="M5 13h22v14.5a2.5 2.5 0 0 1-2.5 2.5h-17A2.5 2.5 0 0 1 5 27.5z"/><path fill="${mango}" d="M12.5 21a1.5 1.5 0 0 1 1.5-1.5h4a1.5 1.5 0 0 1 1.5 1.5v9h-7z"/><path fill="${red}" d="M5.2 3.4A2 2 0 0 1 7.1 2h17.8a2 2 0 0 1 1.9 1.4L29.6 12H2.4zM2.4 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0zM16 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"/><path fill="${deep}" d="M9.2 12H16v1.2a3.4 3.4 0 0 1-6.8 0zM22.8 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"/></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}
