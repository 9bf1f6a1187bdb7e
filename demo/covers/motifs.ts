import { GEOMETRIC_MOTIFS } from './geometric-motifs.ts'
import { LANDSCAPE_MOTIFS } from './landscape-motifs.ts'

/** All motifs by name. A motif draws SVG into the lower two thirds of a field of 80 by 100 units. */
export const COVER_MOTIFS = { ...LANDSCAPE_MOTIFS, ...GEOMETRIC_MOTIFS }

export type MotifName = keyof typeof COVER_MOTIFS
