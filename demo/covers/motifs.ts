import * as geometric from './geometric-motifs.ts'
import * as landscape from './landscape-motifs.ts'

/** Flat geometry for the lower two thirds of a cover, on a field of 80 by 100. */
export const MOTIFS = { ...landscape, ...geometric }

export type MotifName = keyof typeof MOTIFS
