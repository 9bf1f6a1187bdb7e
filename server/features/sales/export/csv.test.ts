import { describe, expect, test } from 'vitest'
import { formatAmount, formatCsvLine, escapeFormula } from './csv.ts'

describe('formatCsvLine', () => {
  test.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'c'], '"a,b",c\r\n'],
    [['say "hi"'], '"say ""hi"""\r\n'],
    [['two\nlines', ''], '"two\nlines",\r\n'],
  ])('the CSV fields %j are formatted as the line %j', (fields, line) =>
    expect(formatCsvLine(fields)).toBe(line),
  )
})

describe('escapeFormula', () => {
  test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '  =1', '＝1', '＠x'])(
    'the formula %j is prefixed with a quote',
    text => expect(escapeFormula(text)).toBe(`'${text}`),
  )
  test.each(['Recetas', '100% =', 'a•••@mail.test', ''])(
    'the harmless text %j stays unchanged',
    text => expect(escapeFormula(text)).toBe(text),
  )
})

test.each([
  [890_000, '8900.00'],
  [-5, '-0.05'],
  [0, '0.00'],
  [null, ''],
])('%s minor units are formatted as %j', (minor, text) => expect(formatAmount(minor)).toBe(text))
