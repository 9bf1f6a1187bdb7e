import { expect, test } from 'vitest'
import { renderMarkdown } from '#web/shared/render-markdown.ts'
import { parseMarkdown, writeMarkdown } from './markdown.ts'

const rewrite = (text: string) => writeMarkdown(parseMarkdown(text))

test.each([
  'Una línea\ny otra',
  '## Qué vas a hornear\n\n- Pan **integral**\n- Facturas\n\nMirá [mi sitio](https://pan.test/)',
  '3. Tres\n4. Cuatro\n   - a\n   - b',
  '**Negrita *y cursiva***',
  '### Un título\n\n#### Otro',
  '',
])('a formatted text is read and written without a change: %j', text =>
  expect(rewrite(text)).toBe(text),
)

test.each([
  '# a\nb\n* c\n* d\n\n1) e\n\n[x](<https://a.test/b c> "d") <https://c.test>',
  '\\*no\\* 2 * 3 * 4 _a_ __b__ a_b_c `código` ~~x~~ <b>no</b> &amp; ![i](https://a.test/i.png)',
  '- a\n\n  b\n- c\n\n  - d',
  '# \n\n##\n\n- \n- x',
  'a [mal](javascript:alert(1)) b [c](https://u:p@a.test)',
  '> cita\n\n    código\n\n| a | b |\n|---|---|',
  '1\\. no\n\n\\# no\n\n\\- no',
])('a formatted text that is written anew looks the same: %j', text => {
  const written = rewrite(text)

  expect(renderMarkdown(written)).toBe(renderMarkdown(text))
  expect(rewrite(written)).toBe(written)
})
