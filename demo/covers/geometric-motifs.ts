import {
  type CoverColors,
  drawRectangle,
  drawCircle,
  strokePath,
  repeatShape,
  fillPath,
  rotateShape,
} from '#web/ui/catalog/shapes.ts'

/** Draws pan pipes, as tubes side by side. */
const pipes = ({ a, b, c }: CoverColors): string =>
  repeatShape(7, index =>
    drawRectangle([13.5 + index * 7.7, 44], [6.2, 50 - index * 4.4], index % 2 ? c : a, 3.1),
  ) + drawRectangle([11, 54], [58, 5], b, 2.5)

/** Draws tiles with quarter circles, each rotated differently. */
const tiles = ({ a, b, c }: CoverColors): string =>
  repeatShape(12, index => {
    const size = 16
    const [x, y] = [8 + (index % 4) * size, 44 + Math.floor(index / 4) * size]
    const ink = [a, b, c][(index * 2 + Math.floor(index / 4)) % 3]!
    const quarter = fillPath(`M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}z`, ink)
    return rotateShape(
      [0, 90, 180, 270, 180, 0, 270, 90, 90, 270, 0, 180][index]!,
      [x + 8, y + 8],
      quarter,
    )
  })

/** Draws strings over a round sound hole. */
const strings = ({ a, b, c }: CoverColors): string =>
  drawCircle(40, 70, 25, c) +
  `<circle cx="40" cy="70" r="25" fill="none" stroke="${a}" stroke-width="3"/>` +
  repeatShape(5, index => strokePath(`M${28 + index * 6} 42V104`, b, 1.1 + index * 0.25)) +
  drawRectangle([24, 89], [32, 4.6], a, 1.5)

/** Draws a ball of yarn with a loose end. */
const yarn = ({ ground, a, b }: CoverColors): string =>
  strokePath('M50 87c10 8 22 2 34 9', a, 2.8) +
  drawCircle(38, 67, 25, a) +
  repeatShape(3, index =>
    strokePath(
      `M${22 + index * 7} ${76 - index * 9}q14-6 ${30 - index * 5} ${8 - index * 2}`,
      ground,
      2,
    ),
  ) +
  repeatShape(3, index =>
    strokePath(`M${26 + index * 8} ${53 - index * 2}q-7 9-5 ${17 + index * 3}`, b, 2),
  )

/** Draws the aperture blades of a lens. */
const aperture = ({ ground, a, b, c }: CoverColors): string =>
  drawCircle(40, 68, 27, c) +
  repeatShape(6, index =>
    rotateShape(
      index * 60,
      [40, 68],
      fillPath('M40 41a27 27 0 0 1 23.4 13.5L49.5 62.5 40 57z', index % 2 ? b : a),
    ),
  ) +
  drawCircle(40, 68, 8.5, ground)

/** Draws the brand's awning over a counter. */
const awning = ({ a, b, c, word }: CoverColors): string =>
  drawRectangle([16, 62], [48, 38], c) +
  drawRectangle([34, 72], [12, 28], b) +
  drawRectangle([20, 72], [9, 9], word, 1) +
  drawRectangle([51, 72], [9, 9], word, 1) +
  repeatShape(6, index => {
    const x = 10 + index * 10
    const ink = index % 2 ? word : a
    return fillPath(`M${x} 46h10v16a5 5 0 0 1-10 0z`, ink)
  })

/** Draws building blocks that lean on each other. */
const blocks = ({ a, b, c }: CoverColors): string =>
  drawRectangle([10, 74], [26, 26], a) +
  fillPath('M10 74h26L23 48z', c) +
  drawRectangle([40, 78], [30, 22], c) +
  fillPath('M40 78a15 15 0 0 1 30 0z', b) +
  drawCircle(55, 54, 9, a)

/** Draws three playing cards in a hand. */
const cards = ({ a, b, c, ground }: CoverColors): string =>
  rotateShape(-16, [40, 100], drawRectangle([22, 46], [30, 42], c, 3)) +
  rotateShape(2, [40, 100], drawRectangle([25, 45], [30, 42], a, 3)) +
  rotateShape(
    20,
    [40, 100],
    drawRectangle([27, 47], [30, 42], b, 3) + fillPath('M42 58l7 9-7 9-7-9z', ground),
  )

/** Draws two speech balloons. */
const talk = ({ a, b, ground }: CoverColors): string =>
  fillPath('M10 44h38a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H26l-9 9v-9h-7a0 0 0 0 1 0 0z', a) +
  repeatShape(2, index => strokePath(`M18 ${53 + index * 8}h${index ? 18 : 27}`, ground, 2.6)) +
  fillPath('M34 76h32a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5h-2v7l-8-7H39a5 5 0 0 1-5-5z', b)

/** Motifs of things: pipes, tiles, strings. Each leaves the top 34 of 100 units free for the title. */
export const GEOMETRIC_MOTIFS = {
  pipes,
  tiles,
  strings,
  yarn,
  aperture,
  awning,
  blocks,
  cards,
  talk,
}
