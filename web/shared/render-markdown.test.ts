import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import { cleanText } from '#contract/core/typed-text.ts'
import { renderMarkdown, renderParagraphs } from './render-markdown.ts'

const render = (text: string) => renderMarkdown(text).replaceAll('\n', '')
const LINK = 'rel="nofollow noopener ugc"'

describe('formatted text', () => {
  test.each([
    ['# Uno\n\n## Dos\n\n### Tres', '<h3>Uno</h3><h4>Dos</h4><h5>Tres</h5>'],
    ['### Uno\n\n# Dos\n\n### Tres', '<h3>Uno</h3><h3>Dos</h3><h4>Tres</h4>'],
    ['###### Uno', '<h3>Uno</h3>'],
    ['#\n\nuno\n\n## ', '<p>uno</p>'],
    ['uno\ndos\n\ntres', '<p>uno<br>dos</p><p>tres</p>'],
    [
      '**uno** *dos* ***tres***',
      '<p><strong>uno</strong> <em>dos</em> <em><strong>tres</strong></em></p>',
    ],
    ['- uno\n- dos\n  1. tres', '<ul><li>uno</li><li>dos<ol><li>tres</li></ol></li></ul>'],
    ['3. uno\n4. dos', '<ol start="3"><li>uno</li><li>dos</li></ol>'],
    ['[uno](https://a.test)', `<p><a href="https://a.test/" ${LINK} target="_blank">uno</a></p>`],
    ['[uno](mailto:a@b.test)', `<p><a href="mailto:a@b.test" ${LINK}>uno</a></p>`],
    [
      '<https://a.test/b>',
      `<p><a href="https://a.test/b" ${LINK} target="_blank">https://a.test/b</a></p>`,
    ],
    ['\\# no \\*es\\*', '<p># no *es*</p>'],
  ])('%j becomes %j', (text, html) => expect(render(text)).toBe(html))

  test.each([
    ['no text', '[](https://a.test/b)', 'https://a.test/b'],
    ['blank text', '[ ](https://a.test/b)', ' https://a.test/b'],
    ['the text of another place', '[pagos.test](https://a.test)', 'pagos.test (a.test)'],
    [
      'the address of another place',
      '[https://pagos.test/x](https://a.test)',
      'https://pagos.test/x (a.test)',
    ],
    ['its own address', '[www.a.test](https://a.test)', 'www.a.test'],
    ['plain words', '[acá](https://a.test)', 'acá'],
  ])('a link with %s is told by where it leads', (_, text, shown) =>
    expect(render(text).replace(/<[^>]+>/g, '')).toBe(shown),
  )

  test.each([
    ['code', '    let a', '<p>let a</p>'],
    ['a fence', '```\na\n```', '<p>```<br>a<br>```</p>'],
    ['a quote', '> a', '<p>&gt; a</p>'],
    ['an entity', '&copy; &#60;', '<p>&amp;copy; &amp;#60;</p>'],
    ['a rule', 'a\n\n---', '<p>a</p><p>---</p>'],
    ['an address without a link', 'https://a.test', '<p>https://a.test</p>'],
  ])('%s stays text', (_, text, html) => expect(render(text)).toBe(html))

  test('a text without a format is escaped and keeps its line breaks', () => {
    expect(renderParagraphs(['<b>uno</b> & "dos"\ntres', 'cuatro'])).toBe(
      '<p>&lt;b&gt;uno&lt;/b&gt; &amp; &quot;dos&quot;<br>\ntres</p>\n<p>cuatro</p>\n',
    )
  })
})

const TAGS =
  /<(?:(\/?)(h[345]|p|ul|ol|li|strong|em|a)|(br)|(ol) start="\d{1,9}"|(a) href="([^"<>]*)" rel="nofollow noopener ugc"(?: target="_blank")?)>/g

/**
 * Asserts that HTML has only the elements of formatted text, properly nested, only safe links, and no other character
 * that HTML gives a meaning.
 */
function expectHarmless(html: string): void {
  const open: string[] = []
  for (const [, slash, plain, , numbered, link, href] of html.matchAll(TAGS)) {
    const name = plain ?? numbered ?? link
    if (slash) expect(open.pop()).toBe(name)
    else if (name) open.push(name)
    if (href === undefined) continue
    const url = new URL(href.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))
    expect(['https:', 'http:', 'mailto:']).toContain(url.protocol)
    expect([url.username, url.password]).toEqual(['', ''])
  }
  expect(open).toEqual([])
  const text = html.replace(TAGS, '')
  expect(text).not.toMatch(/[<>"]/)
  expect(text.replace(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&')
}

const fill = (part: string) =>
  part.repeat(Math.ceil(LIMITS.about.max / part.length)).slice(0, LIMITS.about.max)

const HTML = [
  '<script>alert(1)</script>',
  '<script src=//x.test/a.js></script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<style>@import "//x.test"</style>',
  '<base href=//x.test/>',
  '<meta http-equiv=refresh content="0;url=//x.test">',
  '<form action=javascript:alert(1)><button>x',
  '<math><mi xlink:href="data:text/html,x">',
  '<!-- --><script>alert(1)</script>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?>',
  '<!DOCTYPE html>',
  '</div></section><h1>x</h1>',
  '<x onclick=alert(1)>x</x>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p\nonmouseover=alert(1)>x',
  '<template><img src=x onerror=alert(1)></template>',
  '<b>no</b>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
]

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\\script:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  '&#0000106avascript:alert(1)',
  'javascript&#58;alert(1)',
  '&Tab;javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  'javascript://x.test/%0Aalert(1)',
  'javascript:alert`1`',
  'ｊavascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg/onload=alert(1)>',
  'DATA:text/html,x',
  'file:///etc/passwd',
  'blob:https://a.test/x',
  'filesystem:https://a.test/x',
  'view-source:https://a.test',
  'intent://a.test#Intent;end',
  'tel:+5411',
  'ws://a.test',
  'feed:javascript:alert(1)',
  'jar:https://a.test!/x',
  'about:blank',
  '//x.test',
  '/dashboard',
  '\\\\x.test',
  '#x',
  '?x=1',
  'https://pagos.test@x.test/',
  'https://a:b@x.test/',
  'https:////pagos.test:1@x.test',
]

const OTHERS = [
  '[x](https://a.test"onmouseover="alert(1))',
  '[x](https://a.test/"><script>alert(1)</script>)',
  "[x](https://a.test/'onmouseover='alert(1))",
  '[x](<https://a.test/ onmouseover=alert(1)>)',
  '[x](https://a.test "x" onmouseover="alert(1)")',
  "[x](https://a.test '\"><script>alert(1)</script>')",
  '[x](https://a.test?a=1&b=2&lt;script&gt;)',
  '[x](mailto:a@b.test?subject="><script>)',
  '[<script>alert(1)</script>](https://a.test)',
  '[![x](javascript:alert(1))](https://a.test)',
  '![x](https://a.test/x.png)',
  '![x](https://a.test/x.png "onload=alert(1)")',
  '![<img onerror=alert(1)>](x)',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: https://a.test "x"onclick="alert(1)"\n\n[x][]',
  '[x]: data:text/html,x\n\n![x]',
  '<https://a.test/"onclick="alert(1)>',
  '<https://a.test/<script>alert(1)</script>>',
  '<a@b.test"onclick="alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script>alert(1)\\</script>',
  '**<script>alert(1)</script>**',
  '*[x*](https://a.test)*',
  '**[x**](javascript:alert(1))',
  '***a*b**c***',
  '# <img src=x onerror=alert(1)>',
  '- <img src=x onerror=alert(1)>\n  - [x](javascript:alert(1))',
  '1. <script>\n2. alert(1)\n3. </script>',
  '    <script>alert(1)</script>',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '> <script>alert(1)</script>',
  '| a |\n|---|\n| <script>alert(1)</script> |',
  '[x](https://x\u202etset.a)',
  '\u202e[x](https://a.test)\u202c',
  '＜script＞alert(1)＜/script＞',
  '[x](https://аррӏе.test)',
  '[x](https://a.test\u0000)',
  '\uD800[x](https://a.test)',
  '[x](https://a.test)'.padEnd(100, '\u0300'),
  '999999999. a\n0000000001. b',
  '[x](https://[::1]:99999/)',
  '[x](https://%)',
  '[x](http:a.test)',
  '[a [b](https://b.test) c](https://a.test)',
  '[a](https://a.test)[b](https://b.test)',
  '__proto__ constructor [__proto__](constructor)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
]

const LONG = [
  '[',
  ']',
  '![',
  '[a](',
  '[a](https://b',
  '(',
  '*',
  '_',
  '**a *b ',
  '*a_ ',
  '_a*',
  'a**b',
  '*[a](https://b.test)*',
  '<',
  '<a',
  '<https://a',
  '&amp;',
  '\\',
  '`',
  '> ',
  '- ',
  '1. ',
  '  - a\n',
  '# a\n',
  '#\n',
  '[a]: b\n',
  '\n',
  ' ',
  '🍳',
  '\u0301',
].map(fill)

describe('hostile formatted text', () => {
  const texts = [
    ...HTML,
    ...HTML.map(html => `a\n\n${html}\n\nb`),
    ...ADDRESSES.flatMap(address => [`[x](${address})`, `[x](<${address}>)`, `<${address}>`]),
    ...OTHERS,
    ...LONG,
    '[x]('.repeat(1000) + 'javascript:alert(1)' + ')'.repeat(981),
    `${'['.repeat(2500)}${']'.repeat(2500)}`,
    Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ]

  test('hostile formatted text counts more than a hundred texts', () =>
    expect(new Set(texts).size).toBeGreaterThan(200))

  test.each(texts.map(text => [text.slice(0, 60), text]))(
    'hostile formatted text renders nothing dangerous from %j',
    (_, text) => {
      expectHarmless(renderMarkdown(text))
      expectHarmless(renderMarkdown(cleanText(text)))
    },
  )

  test.each(ADDRESSES)('hostile formatted text makes no link of the address %j', address => {
    expect(renderMarkdown(`[x](${address})`)).not.toContain('<a')
    expect(renderMarkdown(`<${address}>`)).not.toContain('<a')
  })

  test('hostile formatted text renders nothing dangerous from random pieces', () => {
    const pieces = [
      ...HTML,
      ...ADDRESSES,
      ...'[]()<>*_#-!&"\'\\ \n'.split(''),
      '](',
      'https://a.test',
      '1. ',
      '  ',
      'a',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), parts =>
        expectHarmless(renderMarkdown(parts.join(''))),
      ),
    )
  })
})
