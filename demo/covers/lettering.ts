import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** The brand's heading face as a file: titles become outlines, so no font needs to be installed. */
export const HEADING_FACE = fileURLToPath(
  import.meta
    .resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
)

const face = openSync(HEADING_FACE) as Font

/** Em, in letter widths taken back between two letters. */
const TRACKING = -0.012
const LEADING = 1.08
const MAX_LINES = 3

/** How large and how wide a title may be, in pixels. */
export interface TitleBox {
  width: number
  largest: number
  smallest: number
}

/** A title as SVG outlines whose first line's top is at 0, and how tall it came out. */
export interface Lettering {
  svg: string
  height: number
}

/** Sets a title in at most three lines, as large as it goes. */
export function letter(title: string, box: TitleBox): Lettering {
  for (let size = box.largest; ; size -= 2) {
    const lines = bestLines(title.split(' '), box.width / size)
    if (lines || size <= box.smallest) return outline(lines ?? [title], size)
  }
}

/** The fewest lines that hold the words, and of those the most even. `width` in em. */
function bestLines(words: string[], width: number): string[] | undefined {
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const fitting = splits(words, count).filter(lines => widest(lines) <= width)
    if (fitting.length > 0) return fitting.reduce((a, b) => (widest(b) < widest(a) ? b : a))
  }
  return undefined
}

/** Every way to break words into `count` lines. */
function splits(words: string[], count: number): string[][] {
  if (count === 1) return [[words.join(' ')]]
  return Array.from(
    { length: Math.max(0, words.length - count + 1) },
    (_, index) => index + 1,
  ).flatMap(first =>
    splits(words.slice(first), count - 1).map(rest => [words.slice(0, first).join(' '), ...rest]),
  )
}

const widest = (lines: string[]): number => Math.max(...lines.map(widthOf))

/** In em. */
function widthOf(line: string): number {
  return face.layout(line).advanceWidth / face.unitsPerEm + TRACKING * (line.length - 1)
}

function outline(lines: string[], size: number): Lettering {
  const scale = size / face.unitsPerEm
  const ascent = face.capHeight * scale
  const svg = lines.map((line, index) => {
    const baseline = ascent + index * size * LEADING
    return `<g transform="translate(0 ${baseline.toFixed(1)}) scale(${scale} ${-scale})">${glyphs(line)}</g>`
  })
  return { svg: svg.join(''), height: ascent + (lines.length - 1) * size * LEADING }
}

function glyphs(line: string): string {
  const run = face.layout(line)
  let x = 0
  return run.glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset } = run.positions[index]!
      const path = `<path transform="translate(${x + xOffset} 0)" d="${glyph.path.toSVG()}"/>`
      x += xAdvance + TRACKING * face.unitsPerEm
      return path
    })
    .join('')
}
