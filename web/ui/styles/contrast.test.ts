import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Button } from '../actions/button.tsx'

const TOKENS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
/** The least contrast of a text to its background. Source: WCAG 2.2, criterion 1.4.3. */
const MIN_CONTRAST = 4.5

/** Reads the colors of a token in the light and in the dark theme, as six hexadecimal digits. */
function readToken(name: string) {
  const match = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(TOKENS)
  if (!match) throw new Error(`no colors of the token ${name}`)
  return { light: match[1]!, dark: match[2]! }
}

/** Returns the relative luminance of a color. Source: WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red, green, blue] = [0, 2, 4].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Returns the contrast of two colors, from 1 to 21. */
function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

test('black on white has the contrast 21', () => {
  expect(contrast('000000', 'ffffff')).toBe(21)
})

// The accessibility checker of the browser tests leaves disabled controls out.
describe.each(['disabled', 'aria-disabled'])('a button that is %s', state => {
  test.each(['light', 'dark'] as const)(
    'a button has a label with a contrast of at least 4.5 : 1 in the %s theme',
    theme => {
      const html = renderToStaticMarkup(createElement(Button, undefined, 'Pagar'))

      const [text, background] = ['text', 'bg'].map(kind => {
        const token = new RegExp(`[ "]${state}:${kind}-([a-z-]+)[ "]`).exec(html)![1]!
        return readToken(token)[theme]
      })

      expect(contrast(text!, background!)).toBeGreaterThan(MIN_CONTRAST)
      expect(html).not.toContain('opacity')
    },
  )
})
