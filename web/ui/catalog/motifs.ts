import {
  type CoverColors,
  drawCircle,
  drawRectangle,
  fillPath,
  repeatShape,
  strokePath,
} from './shapes.ts'

const sun = ({ a, b }: CoverColors): string =>
  drawCircle(40, 58, 19, a) + fillPath('M0 78c12-9 27-9 40 0s28 8 40-1v23H0z', b)

const bars = ({ a, b }: CoverColors): string =>
  repeatShape(6, index => {
    const height = [44, 38, 31, 24, 17, 10][index]!
    return drawRectangle([13 + index * 9.6, 67 - height / 2], [5.6, height], index % 2 ? b : a, 2.8)
  })

const peak = ({ a, b, c }: CoverColors): string =>
  drawCircle(60, 50, 9, b) +
  fillPath('M10 100l27-54 27 54z', a) +
  fillPath('M37 46l8 16-5-2-4 5-4-4-3 1z', b) +
  fillPath('M42 100l20-34 24 34z', c)

const grid = ({ a, b }: CoverColors): string =>
  repeatShape(16, index => {
    const [column, row] = [index % 4, Math.floor(index / 4)]
    const [x, y] = [19 + column * 14, 47 + row * 14]
    const ink = [5, 6, 9, 10].includes(index) ? b : a
    return (index + row) % 2
      ? drawCircle(x, y, 5.2, ink)
      : drawRectangle([x - 5, y - 5], [10, 10], ink, 1.6)
  })

const rings = ({ a, b }: CoverColors): string =>
  [29, 22.4, 15.8, 9.2]
    .map(r => `<circle cx="40" cy="67" r="${r}" fill="none" stroke="${a}" stroke-width="3.2"/>`)
    .join('') + drawCircle(40, 67, 4.2, b)

const sheet = ({ ground, a, b }: CoverColors): string =>
  fillPath('M20 44h29l12 12v38H20z', a) +
  fillPath('M49 44v12h12z', b) +
  repeatShape(4, index => strokePath(`M27 ${65 + index * 7}h${index === 3 ? 15 : 27}`, ground, 2.6))

const waves = ({ ground, a, b, c }: CoverColors): string =>
  drawCircle(56, 50, 10, b) +
  repeatShape(4, index => {
    const y = 60 + index * 11
    const bend = index % 2 ? 'c13 9 27 9 40 0s27-9 40 0' : 'c13-9 27-9 40 0s27 9 40 0'
    return fillPath(`M0 ${y}${bend}v50H0z`, [c, a, ground, b][index]!)
  })

const steps = ({ a, b, c }: CoverColors): string =>
  repeatShape(4, index =>
    drawRectangle([11 + index * 14.5, 84 - index * 11], [14.5, 60], index % 2 ? c : a),
  ) + drawCircle(61.8, 43.5, 5.6, b)

/**
 * The motifs of drawn covers, by name. A motif draws SVG into a field of 80 by 100 units, of which the title takes the
 * top 34.
 */
export const COVER_MOTIFS = { sun, bars, peak, grid, rings, sheet, waves, steps }

export type MotifName = keyof typeof COVER_MOTIFS

export const MOTIF_NAMES = Object.keys(COVER_MOTIFS) as MotifName[]
