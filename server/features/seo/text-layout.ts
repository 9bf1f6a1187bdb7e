import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const FACE = fileURLToPath(
  import.meta
    .resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
)
const LEADING = 1.08

let opened: Font | undefined
/** The brand's heading face: words become outlines, so no font needs to be installed. */
const headingFont = () => (opened ??= openSync(FACE) as Font)

/** Words broken over at most `lines` lines of `width` pixels; what does not fit ends in an ellipsis. */
export function breakLines(text: string, size: number, width: number, lines: number): string[] {
  const broken: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap(long => pieces(long, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measureWidth(longer, size) > width) {
      broken.push(line)
      line = word
    } else line = longer
  }
  broken.push(line)
  if (broken.length <= lines) return broken
  return [...broken.slice(0, lines - 1), `${broken[lines - 1]!.replace(/.$/u, '')}…`]
}

/** A word that is wider than a line, in parts that are not. */
function pieces(word: string, size: number, width: number): string[] {
  const parts = ['']
  for (const letter of word) {
    const longer = parts.at(-1)! + letter
    if (measureWidth(longer, size) > width) parts.push(letter)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** Pixels. */
function measureWidth(line: string, size: number): number {
  return (headingFont().layout(line).advanceWidth / headingFont().unitsPerEm) * size
}

/** Lines as SVG outlines, the first one's capitals standing on `top`. */
export function renderLines(
  lines: readonly string[],
  size: number,
  left: number,
  top: number,
): string {
  const scale = size / headingFont().unitsPerEm
  const ascent = headingFont().capHeight * scale
  return lines
    .map((line, index) => {
      const baseline = top + ascent + index * size * LEADING
      return `<g transform="translate(${left} ${baseline.toFixed(1)}) scale(${scale} ${-scale})">${glyphs(line)}</g>`
    })
    .join('')
}

/** How tall so many lines are, in pixels. */
export function measureHeight(lines: number, size: number): number {
  return (headingFont().capHeight / headingFont().unitsPerEm) * size + (lines - 1) * size * LEADING
}

function glyphs(line: string): string {
  const run = headingFont().layout(line)
  let x = 0
  return run.glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset } = run.positions[index]!
      const path = `<path transform="translate(${x + xOffset} 0)" d="${glyph.path.toSVG()}"/>`
      x += xAdvance
      return path
    })
    .join('')
}
