import { describe, expect, test } from 'vitest'
import { formatAmount, formatLine, escapeFormula } from './csv.ts'

describe('a line of CSV', () => {
  test.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'c'], '"a,b",c\r\n'],
    [['say "hi"'], '"say ""hi"""\r\n'],
    [['two\nlines', ''], '"two\nlines",\r\n'],
  ])('%j is %j', (fields, line) => expect(formatLine(fields)).toBe(line))
})

describe('a text that a spreadsheet would run', () => {
  test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '  =1', '＝1', '＠x'])(
    '%j gets a quote in front',
    text => expect(escapeFormula(text)).toBe(`'${text}`),
  )
  test.each(['Recetas', '100% =', 'a•••@mail.test', ''])('%j stays as it is', text =>
    expect(escapeFormula(text)).toBe(text),
  )
})

test.each([
  [890_000, '8900.00'],
  [-5, '-0.05'],
  [0, '0.00'],
  [null, ''],
])('%s minor units are %j', (minor, text) => expect(formatAmount(minor)).toBe(text))
