import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** As link previews want it: 1.91 to 1. */
export const OG_IMAGE_SIZE = { width: 1200, height: 630 } as const
const COVER = { width: 416, height: 520, left: 56, top: 74 } as const
const TEXT_LEFT = 540
const TEXT_WIDTH = 604
/** The first in which a name fits. */
const NAME_SIZES = [72, 62, 54, 46]
const LINE_SIZE = 34
const GAP = 40
const COLOURS = {
  paper: '#fbf7ef',
  ink: '#1e1916',
  soft: '#6a5f57',
  awning: '#d5381f',
  deep: '#a92a15',
  mango: '#ffb52e',
}

/** One at a time: each takes a core for a tenth of a second. */
const inLine = pLimit(1)

/** What a card says. */
export interface OgImageContent {
  /** The largest words, at most three lines. */
  name: string
  /** Above it: whose it is. */
  over: string
  /** Below it: the price, or what there is. */
  under: string
  /** Folder of the picture at its left, and its file's name. */
  picture: string | undefined
  brand: string
}

/** The picture a shared link becomes: a cover on the paper ground under the awning, as JPEG. */
export function drawOgImage(storage: Storage, card: OgImageContent): Promise<Buffer> {
  return inLine(async () => {
    const { default: sharp } = await import('sharp')
    const words = await frame(card)
    const stored = card.picture ? await storage.readImage(card.picture) : undefined
    const cover =
      stored &&
      (await sharp(await buffer(stored))
        .resize({ ...COVER, fit: 'cover' })
        .composite([{ input: mask(), blend: 'dest-in' }])
        .png()
        .toBuffer())
    return sharp(Buffer.from(words))
      .composite(cover ? [{ input: cover, left: COVER.left, top: COVER.top }] : [])
      .flatten({ background: COLOURS.paper })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer()
  })
}

const mask = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER.width}" height="${COVER.height}"><rect width="100%" height="100%" rx="18"/></svg>`,
  )

async function frame({ name, over, under, brand }: OgImageContent): Promise<string> {
  const { breakLines, measureHeight, renderLines } = await import('./text-layout.ts')
  const { width, height } = OG_IMAGE_SIZE
  const size =
    NAME_SIZES.find(fits => breakLines(name, fits, TEXT_WIDTH, 9).length <= 3) ?? NAME_SIZES.at(-1)!
  const lines = breakLines(name, size, TEXT_WIDTH, 3)
  const tall = measureHeight(lines.length, size)
  const top = COVER.top + (COVER.height - tall) / 2 - 20
  const say = (text: string, size: number, y: number, colour: string) =>
    `<g fill="${colour}">${renderLines(breakLines(text, size, TEXT_WIDTH, 1), size, TEXT_LEFT, y)}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>${awning(width)}
    ${say(over, LINE_SIZE, top - GAP - 26, COLOURS.soft)}
    <g fill="${COLOURS.ink}">${renderLines(lines, size, TEXT_LEFT, top)}</g>
    ${say(under, LINE_SIZE + 12, top + tall + GAP, COLOURS.deep)}
    ${say(brand, 28, height - 62, COLOURS.ink)}
  </svg>`
}

/** The stripe and its scallops, across the top. */
function awning(width: number): string {
  const count = 20
  const step = width / count
  return Array.from({ length: count }, (_, index) => {
    const colour = index % 2 === 0 ? COLOURS.awning : COLOURS.deep
    const x = index * step
    return `<path fill="${colour}" d="M${x} 0h${step}v28a${step / 2} ${step / 2} 0 0 1-${step} 0z"/>`
  }).join('')
}

/** The mark on a ground, as PNG. @param inset part of the side left free around it */
export async function drawIcon(side: number, inset: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { awning: red, deep, ink, mango, paper } = COLOURS
  const room = 32 / (1 - 2 * inset)
  const edge = -room * inset
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${edge} ${edge} ${room} ${room}"><rect x="${edge}" y="${edge}" width="${room}" height="${room}" fill="${paper}"/><path fill="${ink}" d="M5 13h22v14.5a2.5 2.5 0 0 1-2.5 2.5h-17A2.5 2.5 0 0 1 5 27.5z"/><path fill="${mango}" d="M12.5 21a1.5 1.5 0 0 1 1.5-1.5h4a1.5 1.5 0 0 1 1.5 1.5v9h-7z"/><path fill="${red}" d="M5.2 3.4A2 2 0 0 1 7.1 2h17.8a2 2 0 0 1 1.9 1.4L29.6 12H2.4zM2.4 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0zM16 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"/><path fill="${deep}" d="M9.2 12H16v1.2a3.4 3.4 0 0 1-6.8 0zM22.8 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"/></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}
