import { describe, expect, test } from 'vitest'
import { nameEntries } from './entry-names.ts'

describe('nameEntries', () => {
  test.each([
    ['keeps the names and the sequence', ['b.pdf', 'a.zip'], ['b.pdf', 'a.zip']],
    ['numbers the same name', ['a.pdf', 'a.pdf', 'a.pdf'], ['a.pdf', 'a (2).pdf', 'a (3).pdf']],
    ['ignores upper and lower case', ['Guía.pdf', 'GUÍA.PDF'], ['Guía.pdf', 'GUÍA (2).PDF']],
    ['joins what macOS joins', ['Straße.pdf', 'STRASSE.pdf'], ['Straße.pdf', 'STRASSE (2).pdf']],
    ['joins accents in two forms', ['é.pdf', 'e\u0301.pdf'], ['é.pdf', 'é (2).pdf']],
    [
      'takes no number that another file has',
      ['a.pdf', 'a.pdf', 'a (2).pdf', 'A (2).pdf'],
      ['a.pdf', 'a (3).pdf', 'a (2).pdf', 'A (2) (2).pdf'],
    ],
    ['keeps extensions apart', ['a.pdf', 'a.epub'], ['a.pdf', 'a.epub']],
    ['avoids the devices of Windows', ['con.pdf', 'Aux.tapas.zip'], ['con_.pdf', 'Aux_.tapas.zip']],
    ['shows hidden files', ['.oculto.pdf'], ['oculto.pdf']],
    ['has no final dots and spaces', ['final . .pdf'], ['final.pdf']],
    ['has no forbidden characters', ['a:b|c?.pdf', '../x.pdf'], ['a b c.pdf', '-x.pdf']],
    ['gives a name to nothing', ['  .pdf', '…'], ['archivo.pdf', '…']],
  ])('nameEntries %s', (_, fileNames, expected) => {
    expect(nameEntries([{ productName: 'Un producto', fileNames }])).toEqual([expected])
  })

  test('nameEntries puts several products into folders with names of their own', () => {
    const files = { fileNames: ['a.pdf'] }

    const names = nameEntries([
      { productName: 'Pan 1/2: "todo"', ...files },
      { productName: 'PAN 1/2: “todo”', ...files },
      { productName: 'NUL', ...files },
      { productName: '...', ...files },
    ])

    expect(names.flat()).toEqual([
      'Pan 1-2 “todo”/a.pdf',
      'PAN 1-2 “todo” (2)/a.pdf',
      'NUL_/a.pdf',
      'producto/a.pdf',
    ])
  })

  test('nameEntries fits a name with a number into the 255 bytes of a file system', () => {
    const fileNames = Array.from({ length: 50 }, () => `${'👩‍🎨'.repeat(80)}.pdf`)

    const longest = Math.max(
      ...nameEntries([{ productName: 'Un producto', fileNames }])
        .flat()
        .map(name => Buffer.byteLength(name)),
    )

    expect(longest).toBeLessThanOrEqual(255)
  })
})
