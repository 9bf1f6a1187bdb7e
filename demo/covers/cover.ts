import sharp from 'sharp'
import { layOutTitle } from './title-layout.ts'
import { DEMO_MOTIFS, type DemoMotifName } from './motifs.ts'
import { COVER_PALETTES, type PaletteName } from './palettes.ts'

/** The size of a cover in pixels, in the ratio 4:5. */
const WIDTH = 1200
const HEIGHT = 1500
/** The number of pixels per unit of a motif's coordinates. */
const UNIT = 15
const MARGIN = 90
const TITLE = { width: WIDTH - 2 * MARGIN, largest: 124, smallest: 84 }

export interface CoverDesign {
  palette: PaletteName
  motif: DemoMotifName
}

/** Draws a cover as PNG: a colored background, the title at the top left and the motif below. */
export function drawCover(title: string, { palette, motif }: CoverDesign): Promise<Buffer> {
  const inks = COVER_PALETTES[palette]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="${inks.ground}"/>
<g transform="scale(${UNIT})">${DEMO_MOTIFS[motif](inks)}</g>
<g transform="translate(${MARGIN} ${MARGIN + 12})" fill="${inks.word}">${layOutTitle(title, TITLE)}</g>
</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}
