import {
  type CoverColors,
  drawRectangle,
  drawCircle,
  strokePath,
  repeatShape,
  fillPath,
  rotateShape,
} from '#web/ui/catalog/shapes.ts'

/** Draws nested arches. */
const arches = ({ ground, a, b, c }: CoverColors): string => {
  const arch = (radius: number, ink: string) =>
    fillPath(`M${40 - radius} 100V78a${radius} ${radius} 0 0 1 ${2 * radius} 0V100z`, ink)
  return arch(33, a) + arch(26, ground) + arch(19.5, b) + arch(12.5, ground) + arch(6.5, c)
}

/** Draws a flower with eight petals. */
const petals = ({ a, b, c }: CoverColors): string => {
  const petal = fillPath('M40 66c-8-6-9-18 0-28 9 10 8 22 0 28z', a)
  return (
    strokePath('M40 66v34', c, 3) +
    fillPath('M40 96c3-9 10-13 20-12-2 9-9 14-20 12z', c) +
    fillPath('M40 96c-3-9-10-13-20-12 2 9 9 14 20 12z', c) +
    repeatShape(8, index => rotateShape(index * 45, [40, 66], petal)) +
    drawCircle(40, 66, 6.5, b)
  )
}

/** Draws a stem with leaves. */
const leaves = ({ a, b, c }: CoverColors): string => {
  const right = 'M0 0C2-9 9-13 18-12 18-3 11 2 0 0z'
  const leafAt = (y: number, mirror: 1 | -1, ink: string) =>
    `<g transform="translate(40 ${y}) scale(${mirror} 1)">${fillPath(right, ink)}</g>`
  return (
    strokePath('M40 100V48', b, 2.4) +
    [62, 76, 90].map(y => leafAt(y, 1, a) + leafAt(y + 4, -1, c)).join('') +
    fillPath('M40 54c-5-4-5-11 0-16 5 5 5 12 0 16z', b)
  )
}

/** Draws a kite on a string. */
const kite = ({ a, b, c, word }: CoverColors): string =>
  strokePath('M34 76c-6 8 6 12-2 24', word, 1.6) +
  rotateShape(
    18,
    [42, 58],
    fillPath('M42 38L60 56 42 80 24 56z', a) +
      fillPath('M42 38L60 56H42z', b) +
      fillPath('M24 56h18v24z', c),
  ) +
  fillPath('M4 90a6 6 0 0 1 6-6 8 8 0 0 1 14 3 4.5 4.5 0 0 1 0 9H8a5 5 0 0 1-4-6z', c)

/** Draws six half-moons with dotted edges. */
const crescents = ({ a, b, c }: CoverColors): string =>
  repeatShape(6, index => {
    const x = 24 + (index % 2) * 32
    const y = 54 + Math.floor(index / 2) * 17
    const half = fillPath(`M${x - 13} ${y}a13 13 0 0 1 26 0z`, index % 3 === 1 ? b : a)
    const edge = repeatShape(6, dot => drawCircle(x - 10 + dot * 4, y, 1.5, c))
    return half + edge
  })

/** Draws a jar with rising bubbles. */
const bubbles = ({ a, b, c, word }: CoverColors): string =>
  drawRectangle([22, 50], [36, 44], c, 7) +
  drawRectangle([25, 42], [30, 7], word, 2) +
  fillPath('M22 66c9-5 14 5 20 1s10-4 16 0v21a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6z', a) +
  [
    [31, 82, 4],
    [42, 75, 3],
    [49, 85, 3.4],
    [37, 70, 2],
    [50, 74, 1.8],
    [34, 60, 1.8],
    [45, 57, 2.4],
  ]
    .map(([x, y, r]) => drawCircle(x!, y!, r!, b))
    .join('')

/** Motifs of nature and play: arches, plants, a kite. Each leaves the top 34 of 100 units free for the title. */
export const LANDSCAPE_MOTIFS = {
  arches,
  petals,
  leaves,
  kite,
  crescents,
  bubbles,
}
