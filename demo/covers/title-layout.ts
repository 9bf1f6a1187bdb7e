import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** The file of the brand's heading font. Titles are drawn as outlines, so that no font has to be installed. */
export const HEADING_FONT_FILE = fileURLToPath(
  import.meta
    .resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
)

const headingFont = openSync(HEADING_FONT_FILE) as Font

/** The letter spacing in em; a negative value moves letters closer together. */
const LETTER_SPACING = -0.012
const LINE_HEIGHT = 1.08
const MAX_LINES = 3

/** The width of a title and the range of its font size, in pixels. */
export interface TitleBox {
  width: number
  largest: number
  smallest: number
}

/** A title as SVG outlines, which start at y = 0, and its height in pixels. */
export interface TitleLayout {
  svg: string
  height: number
}

/** Lays a title out in at most three lines, in the largest font size that fits. */
export function layOutTitle(title: string, box: TitleBox): TitleLayout {
  for (let size = box.largest; ; size -= 2) {
    const lines = chooseLines(title.split(' '), box.width / size)
    if (lines || size <= box.smallest) return drawOutline(lines ?? [title], size)
  }
}

/**
 * Breaks words into as few lines as fit `width` (em). Of the possible breaks it chooses the one whose longest line is
 * shortest.
 */
function chooseLines(words: string[], width: number): string[] | undefined {
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const fitting = listLineBreaks(words, count).filter(lines => maxWidth(lines) <= width)
    if (fitting.length > 0) return fitting.reduce((a, b) => (maxWidth(b) < maxWidth(a) ? b : a))
  }
  return undefined
}

/** Lists every way to break words into `count` lines. */
function listLineBreaks(words: string[], count: number): string[][] {
  if (count === 1) return [[words.join(' ')]]
  return Array.from(
    { length: Math.max(0, words.length - count + 1) },
    (_, index) => index + 1,
  ).flatMap(first =>
    listLineBreaks(words.slice(first), count - 1).map(rest => [
      words.slice(0, first).join(' '),
      ...rest,
    ]),
  )
}

const maxWidth = (lines: string[]): number => Math.max(...lines.map(measureWidth))

/** Measures the width of a line in em. */
function measureWidth(line: string): number {
  return (
    headingFont.layout(line).advanceWidth / headingFont.unitsPerEm +
    LETTER_SPACING * (line.length - 1)
  )
}

function drawOutline(lines: string[], size: number): TitleLayout {
  const scale = size / headingFont.unitsPerEm
  const ascent = headingFont.capHeight * scale
  const svg = lines.map((line, index) => {
    const baseline = ascent + index * size * LINE_HEIGHT
    return `<g transform="translate(0 ${baseline.toFixed(1)}) scale(${scale} ${-scale})">${drawGlyphs(line)}</g>`
  })
  return { svg: svg.join(''), height: ascent + (lines.length - 1) * size * LINE_HEIGHT }
}

function drawGlyphs(line: string): string {
  const run = headingFont.layout(line)
  let x = 0
  return run.glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset } = run.positions[index]!
      const path = `<path transform="translate(${x + xOffset} 0)" d="${glyph.path.toSVG()}"/>`
      x += xAdvance + LETTER_SPACING * headingFont.unitsPerEm
      return path
    })
    .join('')
}
