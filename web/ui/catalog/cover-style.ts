import { MOTIF_NAMES, type MotifName } from './motifs.ts'

/** The number of palettes, which `styles/covers.css` defines as `.cover-0` and so on. */
export const PALETTE_COUNT = 8

/** Returns the palette and the motif of the drawn cover of a title. The same title always gives the same cover. */
export function getCoverStyle(title: string): { palette: number; motif: MotifName } {
  const seed = hashTitle(title)
  return {
    palette: seed % PALETTE_COUNT,
    motif: MOTIF_NAMES[(seed >>> 8) % MOTIF_NAMES.length] ?? 'sun',
  }
}

/** Hashes a title by FNV-1a and mixes the bits once more, so that palette and motif are independent. */
function hashTitle(title: string): number {
  let seed = 0x811c9dc5
  for (const character of title)
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0
}
