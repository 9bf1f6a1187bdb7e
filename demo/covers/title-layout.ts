import { measureWidth, renderLines } from '#server/features/storefront/seo/text-layout.ts'

/** The letter spacing in em; a negative value moves letters closer together. */
const LETTER_SPACING = -0.012
const MAX_LINES = 3

/** The width of a title and the range of its font size, in pixels. */
export interface TitleBox {
  width: number
  largest: number
  smallest: number
}

/**
 * Lays a title out in at most three lines, in the largest font size that fits, and renders SVG outlines that start at
 * y = 0.
 */
export function layOutTitle(title: string, box: TitleBox): string {
  for (let size = box.largest; ; size -= 2) {
    const lines = chooseLines(title.split(' '), box.width / size)
    if (lines || size <= box.smallest)
      return renderLines(lines ?? [title], size, { left: 0, top: 0, letterSpacing: LETTER_SPACING })
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

/** Measures the width of the longest line in em. */
const maxWidth = (lines: string[]): number =>
  Math.max(...lines.map(line => measureWidth(line, 1, LETTER_SPACING)))
