import sharp from 'sharp'
import { COVER_WIDTHS } from '#contract/core/limits.ts'
import { layOutTitle } from './title-layout.ts'
import { DEMO_MOTIFS, type DemoMotifName } from './motifs.ts'
import { COVER_PALETTES, type PaletteName } from './palettes.ts'

/** The size of the drawing in the units of its coordinates, in the ratio 4:5. */
const WIDTH = 1200
const HEIGHT = 1500
/** The width of a cover in pixels, the largest in which the marketplace stores one. */
const PIXEL_WIDTH = Math.max(...COVER_WIDTHS)
/** The size of a unit of a motif's coordinates. */
const UNIT = 15
const MARGIN = 90
const TITLE = { width: WIDTH - 2 * MARGIN, largest: 124, smallest: 84 }

export interface CoverDesign {
  palette: PaletteName
  motif: DemoMotifName
}

/** Draws a cover as SVG: a colored background, the title at the top left and the motif below. */
export function drawCover(title: string, { palette, motif }: CoverDesign): string {
  const inks = COVER_PALETTES[palette]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXEL_WIDTH}" height="${(PIXEL_WIDTH * HEIGHT) / WIDTH}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="100%" height="100%" fill="${inks.ground}"/>
<g transform="scale(${UNIT})">${DEMO_MOTIFS[motif](inks)}</g>
<g transform="translate(${MARGIN} ${MARGIN + 12})" fill="${inks.word}">${layOutTitle(title, TITLE)}</g>
</svg>`
}

/** Renders a cover as PNG. */
export const renderCover = (title: string, design: CoverDesign): Promise<Buffer> =>
  sharp(Buffer.from(drawCover(title, design)))
    .removeAlpha()
    .png()
    .toBuffer()
