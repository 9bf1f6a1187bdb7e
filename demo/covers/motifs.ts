import { COVER_MOTIFS } from '#web/ui/catalog/motifs.ts'
import { GEOMETRIC_MOTIFS } from './geometric-motifs.ts'
import { LANDSCAPE_MOTIFS } from './landscape-motifs.ts'

/** All motifs by name: those of the web app and more that only the demo data need. */
export const DEMO_MOTIFS = { ...COVER_MOTIFS, ...LANDSCAPE_MOTIFS, ...GEOMETRIC_MOTIFS }

export type DemoMotifName = keyof typeof DEMO_MOTIFS
