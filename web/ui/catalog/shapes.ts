/**
 * The colors of a cover: background, title, and three colors for the motif. Each is a value of the SVG attribute
 * `fill`.
 */
export interface CoverColors {
  ground: string
  word: string
  a: string
  b: string
  c: string
}

/** Functions that return SVG shapes in one color. Numbers are in the units of a cover's field, 80 by 100. */

export const drawCircle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const drawRectangle = (
  [x, y]: [number, number],
  [width, height]: [number, number],
  fill: string,
  radius = 0,
): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

export const fillPath = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`

export const strokePath = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Draws a shape `count` times and concatenates the SVG. */
export const repeatShape = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Rotates SVG by `degrees` around a point. */
export const rotateShape = (degrees: number, [x, y]: [number, number], inner: string): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`
