import { cleanLine } from '../core/typed-text.ts'

/**
 * Returns the points of a text that has one on each line, as the form of a product sends them. Each is on one line
 * without spaces around it; empty ones are dropped.
 */
export const splitPoints = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .filter(point => point !== '')
