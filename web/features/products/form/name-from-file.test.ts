import { expect, test } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import { proposeName } from './name-from-file.ts'

test.each([
  ['recetas_de-invierno.pdf', 'Recetas de invierno'],
  ['Método de charango 2.0.zip', 'Método de charango 2.0'],
  ['ñandu\u0301.mp3', 'Ñandú'],
  ['.pdf', ''],
  [`${'a'.repeat(90)}.pdf`, `A${'a'.repeat(LIMITS.productName.max - 1)}`],
])('the proposed name of %s is %s', (fileName, name) => expect(proposeName(fileName)).toBe(name))
