import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** The file of the brand's heading font. */
export const HEADING_FONT_FILE = fileURLToPath(
  import.meta
    .resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
)
/** The line height as a multiple of the font size. */
const LINE_HEIGHT = 1.08

let loadedFont: Font | undefined
/** Loads the brand's heading font. Text is drawn as outlines, so that the server needs no installed fonts. */
const headingFont = () => (loadedFont ??= openSync(HEADING_FONT_FILE) as Font)

/**
 * Breaks a text into at most `maxLines` lines of at most `width` pixels. If the text is too long, the last line ends in
 * an ellipsis.
 */
export function breakLines(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap(part => splitWord(part, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measureWidth(longer, size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]!.replace(/.$/u, '')}…`]
}

/** Splits a word that is wider than a line into parts that fit. */
function splitWord(word: string, size: number, width: number): string[] {
  const parts = ['']
  for (const letter of word) {
    const longer = parts.at(-1)! + letter
    if (measureWidth(longer, size) > width) parts.push(letter)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** Measures the width of a line in pixels. `letterSpacing` is in em. */
export function measureWidth(line: string, size: number, letterSpacing = 0): number {
  const width = headingFont().layout(line).advanceWidth / headingFont().unitsPerEm
  return (width + letterSpacing * (line.length - 1)) * size
}

/**
 * Renders lines of text as SVG outlines. The capital letters of the first line begin at the y coordinate `top`.
 * `letterSpacing` is in em.
 */
export function renderLines(
  lines: readonly string[],
  size: number,
  { left, top, letterSpacing = 0 }: { left: number; top: number; letterSpacing?: number },
): string {
  const scale = size / headingFont().unitsPerEm
  const ascent = headingFont().capHeight * scale
  return lines
    .map((line, index) => {
      const baseline = top + ascent + index * size * LINE_HEIGHT
      return `<g transform="translate(${left} ${baseline.toFixed(1)}) scale(${scale} ${-scale})">${renderGlyphs(line, letterSpacing)}</g>`
    })
    .join('')
}

/** Measures the height of a number of lines in pixels. */
export function measureHeight(lines: number, size: number): number {
  return (
    (headingFont().capHeight / headingFont().unitsPerEm) * size + (lines - 1) * size * LINE_HEIGHT
  )
}

function renderGlyphs(line: string, letterSpacing: number): string {
  const run = headingFont().layout(line)
  let x = 0
  return run.glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset } = run.positions[index]!
      const path = `<path transform="translate(${x + xOffset} 0)" d="${glyph.path.toSVG()}"/>`
      x += xAdvance + letterSpacing * headingFont().unitsPerEm
      return path
    })
    .join('')
}
