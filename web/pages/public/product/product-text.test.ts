import { expect, test } from 'vitest'
import { renderProductText, splitParagraphs } from './product-text.server.ts'

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

test.each([
  ['es', 'Incluye'],
  ['en', 'What’s included'],
] as const)(
  'what a product includes is a list with a name in %s, and is escaped',
  (locale, title) =>
    expect(
      renderProductText(
        { description: 'Uno', points: ['<img src=x onerror="a()">', "80 & 'más'"], about: 'Dos' },
        locale,
      ),
    ).toBe(
      '<p>Uno</p>\n' +
        `<div class="points"><p id="points">${title}</p><ul role="list" aria-labelledby="points">` +
        '<li dir="auto">&lt;img src=x onerror=&quot;a()&quot;&gt;</li>' +
        `<li dir="auto">80 &amp; 'más'</li></ul></div>` +
        '<p>Dos</p>\n',
    ),
)

test('a product without points has no list of them', () => {
  expect(renderProductText({ description: 'Uno', points: [], about: '' }, 'es')).toBe(
    '<p>Uno</p>\n',
  )
})
