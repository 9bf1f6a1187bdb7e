import { getCoverStyle, PALETTE_COUNT } from '#web/ui/catalog/cover-style.ts'
import { COVER_MOTIFS } from '#web/ui/catalog/motifs.ts'
import type { CoverColors } from '#web/ui/catalog/shapes.ts'
import { wrapTitle } from './wrap-title.ts'

/** The size of the rendered cover in pixels, in the ratio of all covers. */
const WIDTH = 1200
const HEIGHT = 1500

/** The layout of the title, in parts of the width, as on the drawn covers of the page. */
const MARGIN = 0.07
const FIRST_LINE = 0.1
const FONT_SIZE = 0.086
const LINE_HEIGHT = 1.08
const MAX_LINES = 3

/** The number of palettes that are offered for a title. */
const OFFERED = 4

/** Returns the palettes that are offered for a title; the first is the one of its drawn cover. */
export function getOfferedPalettes(title: string): number[] {
  const { palette } = getCoverStyle(title)
  const distance = PALETTE_COUNT / OFFERED
  return Array.from({ length: OFFERED }, (_, index) => (palette + index * distance) % PALETTE_COUNT)
}

/**
 * Renders the drawn cover of a title as a PNG file, which is uploaded like any other cover.
 * @throws Error if the browser cannot draw or encode the image
 */
export async function renderCover(title: string, palette: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  const colors = readPalette(palette)
  context.fillStyle = colors.ground
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.drawImage(await loadMotif(title, colors), 0, 0, WIDTH, HEIGHT)
  await drawTitle(context, title, colors.word)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the browser cannot encode the cover')
  return new File([blob], 'tapa.png', { type: 'image/png' })
}

/** Reads the colors of a palette from the styles, which define them for the covers of the page too. */
function readPalette(palette: number): CoverColors {
  const element = document.createElement('div')
  element.className = `cover-${palette}`
  document.body.append(element)
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const colors = {
    ground: color('ground'),
    word: color('word'),
    a: color('a'),
    b: color('b'),
    c: color('c'),
  }
  element.remove()
  return colors
}

async function loadMotif(title: string, colors: CoverColors): Promise<HTMLImageElement> {
  const { motif } = getCoverStyle(title)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" width="${WIDTH}" height="${HEIGHT}">${COVER_MOTIFS[motif](colors)}</svg>`
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function drawTitle(
  context: CanvasRenderingContext2D,
  title: string,
  color: string,
): Promise<void> {
  const size = FONT_SIZE * WIDTH
  const font = `700 ${size}px 'Bricolage Grotesque Variable', 'Bricolage Fallback', sans-serif`
  await document.fonts.load(font, title)
  context.font = font
  context.fillStyle = color
  context.textBaseline = 'alphabetic'
  const maxWidth = WIDTH * (1 - 2 * MARGIN)
  const lines = wrapTitle(title, MAX_LINES, text => context.measureText(text).width <= maxWidth)
  for (const [index, line] of lines.entries())
    context.fillText(line, MARGIN * WIDTH, FIRST_LINE * WIDTH + size * (0.7 + index * LINE_HEIGHT))
}
