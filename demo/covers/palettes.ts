import { readFileSync } from 'node:fs'
import type { CoverColors } from '#web/ui/catalog/shapes.ts'

/** The names of the brand's palettes, in the order of their classes `cover-0` to `cover-7`. */
const PALETTE_NAMES = ['awning', 'jade', 'night', 'mango', 'plum', 'forest', 'sky', 'ink'] as const

export type PaletteName = (typeof PALETTE_NAMES)[number]

/** The style sheet of the web app that defines the palettes. */
const styles = readFileSync(new URL('../../web/ui/styles/covers.css', import.meta.url), 'utf8')

/** The brand's palettes by name, read from the style sheet of the web app. */
export const COVER_PALETTES = Object.fromEntries(
  PALETTE_NAMES.map((name, index) => [name, readPalette(index)]),
) as Record<PaletteName, CoverColors>

/** @throws Error if the style sheet has no such class or the class lacks a color */
function readPalette(index: number): CoverColors {
  const rule = new RegExp(`\\.cover-${index} \\{([^}]*)\\}`).exec(styles)?.[1] ?? ''
  const readColor = (name: keyof CoverColors) => {
    const color = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(rule)?.[1]
    if (!color) throw new Error(`covers.css has no color --${name} in .cover-${index}`)
    return color
  }
  return {
    ground: readColor('ground'),
    word: readColor('word'),
    a: readColor('a'),
    b: readColor('b'),
    c: readColor('c'),
  }
}
