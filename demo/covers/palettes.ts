/** The colours of a cover: background, title, and three colours for the motif. */
export interface Palette {
  ground: string
  word: string
  a: string
  b: string
  c: string
}

/** The brand's eight palettes. The web app uses the same ones for the covers that it draws. */
export const COVER_PALETTES = {
  awning: { ground: '#d5381f', word: '#fff6e6', a: '#ffb52e', b: '#fff6e6', c: '#a92a15' },
  jade: { ground: '#0a756f', word: '#fff2d6', a: '#fff2d6', b: '#bfe3f5', c: '#06524e' },
  night: { ground: '#2b2a6c', word: '#ffe9d1', a: '#ff8b6b', b: '#ffe9d1', c: '#4745a3' },
  mango: { ground: '#f2c14e', word: '#7c1d0d', a: '#d5381f', b: '#1e1916', c: '#fff2cf' },
  plum: { ground: '#762b5e', word: '#ffd28a', a: '#f8c6dd', b: '#ffb52e', c: '#571d45' },
  forest: { ground: '#1a4a3b', word: '#ffd9b0', a: '#ff6a4d', b: '#ffd9b0', c: '#2b6d58' },
  sky: { ground: '#cfe4f5', word: '#16364d', a: '#2b2a6c', b: '#d5381f', c: '#ffffff' },
  ink: { ground: '#1e1916', word: '#ffc65c', a: '#ffc65c', b: '#ff6a4d', c: '#4a3f38' },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof COVER_PALETTES
