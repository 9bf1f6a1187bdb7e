import { expect, test } from 'vitest'
import { splitParagraphs } from './product-text.server.ts'

test.each([
  ['Una sola frase', ['Una sola frase']],
  ['Uno. Dos. Tres.', ['Uno.', 'Dos.', 'Tres.']],
  ['Uno.\nDos', ['Uno.', 'Dos']],
  ['Versión 1.2 a $ 8.900. Lista.', ['Versión 1.2 a $ 8.900.', 'Lista.']],
  ['Y entonces... nada', ['Y entonces...', 'nada']],
  ['Lista:\nuno\ndos', ['Lista:\nuno\ndos']],
  ['', []],
])('the description %j is split into the paragraphs %j', (text, parts) =>
  expect(splitParagraphs(text)).toEqual(parts),
)
