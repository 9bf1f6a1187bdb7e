import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { buildButtonHtml, buildButtonMarkdown } from './buy-button.ts'

const HREF = 'https://kiosko.test/comprar/7?precio=9000&via=button'
const IMAGE = 'https://kiosko.test/buy-button/es.svg'
const html = (label: string) => buildButtonHtml({ href: HREF, image: IMAGE, label })

const LABELS = [
  ['Comprar Recetario', 'Comprar Recetario'],
  ['Comprar "Pan" & <b>queso</b>', 'Comprar &quot;Pan&quot; &amp; &lt;b&gt;queso&lt;/b&gt;'],
  ['Comprar ](https://evil.test) x', 'Comprar ](https://evil.test) x'],
  ['Comprar *todo* _ya_ `a` \\ ![a](b)', 'Comprar *todo* _ya_ `a` \\ ![a](b)'],
  ['Comprar &quot; onload=x', 'Comprar &amp;quot; onload=x'],
] as const

describe('the code of a buy button', () => {
  test('the code of a buy button is a link around a picture, and nothing else', () => {
    expect(html('Comprar Recetario')).toBe(
      '<a href="https://kiosko.test/comprar/7?precio=9000&amp;via=button">' +
        '<img src="https://kiosko.test/buy-button/es.svg" alt="Comprar Recetario"></a>',
    )
  })

  test.each(LABELS)('the code of a buy button escapes the label %j in HTML', (label, escaped) =>
    expect(html(label)).toContain(`alt="${escaped}"></a>`),
  )

  test.each(LABELS)(
    'the code of a buy button is the same in Markdown with the label %j',
    (label, escaped) => {
      const code = buildButtonMarkdown({ href: HREF, image: IMAGE, label })

      expect(new MarkdownIt().render(code)).toBe(
        `<p><a href="https://kiosko.test/comprar/7?precio=9000&amp;via=button">` +
          `<img src="https://kiosko.test/buy-button/es.svg" alt="${escaped}"></a></p>\n`,
      )
    },
  )
})
