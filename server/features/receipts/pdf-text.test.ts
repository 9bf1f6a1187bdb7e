import { expect, test } from 'vitest'
import { toPdfText } from './pdf-text.ts'

test.each([
  ['Recetas de la abuela Ñandú · 2.ª edición', 'Recetas de la abuela Ñandú · 2.ª edición'],
  ['Mba’éichapa, ñañemboʼe ỹvỹ', 'Mba’éichapa, ñañemboe yvy'],
  ['Łódź Dvořák', 'ódz Dvorák'],
  ['Pack 🎁 de stickers', 'Pack de stickers'],
  ['−$ 1.000', '–$ 1.000'],
  ['n\u0303andu\u0301', 'ñandú'],
])('the standard fonts of PDF write %o as %o', (text, written) =>
  expect(toPdfText(text)).toBe(written),
)
