import { expect, test } from 'vitest'
import { wrapTitle } from './wrap-title.ts'

/** A line has room for ten characters. */
const fits = (text: string) => text.length <= 10

test.each([
  ['Guisos', ['Guisos']],
  ['Recetario de  invierno', ['Recetario', 'de', 'invierno']],
  ['Sopas y guisos', ['Sopas y', 'guisos']],
  ['Electroencefalografía', ['Electroenc', 'efalografí', 'a']],
  ['Uno dos tres cuatro cinco seis siete', ['Uno dos', 'tres', 'cuatro…']],
  ['', []],
])('the title %j has the lines %j', (title, lines) =>
  expect(wrapTitle(title, 3, fits)).toEqual(lines),
)
