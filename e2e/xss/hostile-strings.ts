/** HTML that would call `__hit` or send a request to `hit.test` if a page rendered it unescaped. */
const SCRIPT_VECTORS = [
  '<script>__hit(1)</script>',
  '<script src=//hit.test/x></script>',
  '<img src=x onerror=__hit(1)>',
  '<svg onload=__hit(1)>',
  '<svg><script>__hit(1)</script></svg>',
  '<iframe srcdoc="<script>parent.__hit(1)</script>">',
  '<body onload=__hit(1)>',
  '<a href="javascript:__hit(1)">x</a>',
  '<input autofocus onfocus=__hit(1)>',
  '<details open ontoggle=__hit(1)>',
  '<form action=javascript:__hit(1)><button>x',
  '<base href=//hit.test/>',
  '<meta http-equiv=refresh content="0;url=//hit.test">',
  '<style>@import"//hit.test/x.css"</style>',
]

/** Prefixes that close the HTML context in which a text may be rendered. */
const BREAKOUT_PREFIXES = [
  '',
  '">',
  "'>",
  '</title>',
  '</script>',
  '</style>',
  '</textarea>',
  '-->',
  ']]>',
  '</noscript>',
  '`>',
  '\u2028',
]

/**
 * Attacks that need no tag of their own: event handlers, URLs, templates, encodings, JSON, CSS, spreadsheet formulas.
 */
const OTHER_VECTORS = [
  '" onmouseover="__hit(1)" x="',
  "' onfocus='__hit(1)' autofocus='",
  '" autofocus onfocus=__hit(1) "',
  'javascript:__hit(1)',
  'JaVaScRiPt:__hit(1)',
  'java\tscript:__hit(1)',
  '\u0001javascript:__hit(1)',
  'javascript://hit.test/%0a__hit(1)',
  'vbscript:__hit(1)',
  'data:text/html,<script>__hit(1)</script>',
  '//hit.test/x',
  'https://hit.test/"onmouseover="__hit(1)',
  "{{constructor.constructor('__hit(1)')()}}",
  '${__hit(1)}',
  '#{__hit(1)}',
  '<%= __hit(1) %>',
  '{__hit(1)}',
  '[[__hit(1)]]',
  '"};__hit(1);//',
  "';__hit(1);//",
  '\\";__hit(1);//',
  '`;__hit(1);//',
  '*/__hit(1)/*',
  '"}</script><script>__hit(1)</script>',
  '<!--<script>',
  '<!--<script>__hit(1)//-->',
  '<!--><img src=x onerror=__hit(1)>',
  '\u2028__hit(1)\u2029',
  '\\u003cscript\\u003e__hit(1)\\u003c/script\\u003e',
  '\\x3cscript\\x3e__hit(1)\\x3c/script\\x3e',
  '&lt;script&gt;__hit(1)&lt;/script&gt;',
  '&#60;img src=x onerror=__hit(1)&#62;',
  '%3Cscript%3E__hit(1)%3C/script%3E',
  '\uFF1Cscript\uFF1E__hit(1)\uFF1C/script\uFF1E',
  '\u202E<script>__hit(1)</script>',
  '<scr\u200Bipt>__hit(1)</scr\u200Bipt>',
  '<scr<script>ipt>__hit(1)</script>',
  '<ScRiPt/x>__hit(1)</sCrIpT >',
  '<script\u000C>__hit(1)</script>',
  '<img/src=x\u000Bonerror=__hit(1)>',
  '<<script>__hit(1)//<</script>',
  '<math><mi//xlink:href="data:x,<script>__hit(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img src=x onerror=__hit(1)>',
  '<noscript><p title="</noscript><img src=x onerror=__hit(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=__hit(1)>">',
  '<plaintext>',
  '<marquee onstart=__hit(1)>',
  '<object data="javascript:__hit(1)">',
  '<embed src="javascript:__hit(1)">',
  '<template><script>__hit(1)</script>',
  '<p style="background:url(//hit.test/x)">',
  '}body{background:url(//hit.test/x)}',
  '<link rel=stylesheet href=//hit.test/x>',
  '<span foreground="red" size="99999">x</span>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
  '<?xml-stylesheet href="//hit.test/x.xsl"?>',
  ']]]]><![CDATA[>',
  '=HYPERLINK("http://hit.test","x")',
  "=cmd|' /C calc'!A0",
  '+__hit(1)',
  '-__hit(1)',
  '@SUM(1)*__hit(1)',
  '\t=1+1',
  '__proto__',
  'constructor',
  '[x](javascript:__hit(1))',
  '\r\nBcc: someone@hit.test\r\n\r\n<script>__hit(1)</script>',
]

/**
 * All hostile strings without duplicates, more than two hundred; an injected one calls `__hit` or requests `hit.test`.
 */
export const HOSTILE_STRINGS: readonly string[] = [
  ...new Set([
    ...BREAKOUT_PREFIXES.flatMap(prefix => SCRIPT_VECTORS.map(vector => prefix + vector)),
    ...OTHER_VECTORS,
  ]),
]

/** Attacks that only a renderer of Markdown could run: addresses of links, titles, images, references and entities. */
const MARKDOWN_VECTORS = [
  '[x](javascript:__hit(1))',
  '[x](JaVaScRiPt:__hit(1))',
  '[x](javascript&colon;__hit(1))',
  '[x](&#106;avascript:__hit(1))',
  '[x](java\tscript:__hit(1))',
  '[x](<java\nscript:__hit(1)>)',
  '[x](\u0001javascript:__hit(1))',
  '[x](%6Aavascript:__hit(1))',
  '[x](\\javascript:__hit(1))',
  '[x](data:text/html,<script>__hit(1)</script>)',
  '[x](vbscript:__hit(1))',
  '[x](https://ok.test/"onmouseover="__hit(1))',
  '[x](https://ok.test "x"onmouseover="__hit(1)")',
  '[x](https://ok.test \'x" onmouseover=__hit(1) y="\')',
  '[x](<https://ok.test/ onmouseover=__hit(1)>)',
  '[<img src=x onerror=__hit(1)>](https://ok.test)',
  '[x](mailto:a@ok.test?body=<script>__hit(1)</script>)',
  '![x](https://hit.test/x.png)',
  '![x](x"onerror="__hit(1))',
  '[![x](https://hit.test/x.png)](javascript:__hit(1))',
  '<javascript:__hit(1)>',
  '<data:text/html,__hit(1)>',
  '<https://ok.test/"onmouseover=__hit(1)>',
  '[x][1]\n\n[1]: javascript:__hit(1)',
  '[x]\n\n[x]: https://hit.test/x "onmouseover=__hit(1)"',
  '&lt;img src=x onerror=__hit(1)&gt;',
  '```\n</code></pre><script>__hit(1)</script>\n```',
  '`</code><img src=x onerror=__hit(1)>`',
  '**<script>**__hit(1)**</script>**',
  '<scr**ipt>__hit(1)</scr**ipt>',
  '| <img src=x onerror=__hit(1)> |\n| - |',
  '> <svg onload=__hit(1)>',
  '*[*](javascript:__hit(1))*',
]

/** The forms of Markdown in which each hostile string may be rendered. */
const MARKDOWN_FORMS: readonly ((text: string) => string)[] = [
  text => text,
  text => `## ${text}`,
  text => `- ${text}`,
  text => `**${text}** _${text}_`,
  text => `[${text}](https://ok.test)`,
  text => `[x](${text})`,
  text => `[x](https://ok.test/${text})`,
  text => `<${text}>`,
]

/**
 * Joins the hostile strings, in every form of Markdown, and the attacks on Markdown to texts of at most `maxLength`
 * characters. Each has a link and a bold word of its own, by which a test sees that it is rendered.
 */
export function buildHostileMarkdown(maxLength: number): string[] {
  const parts = [
    ...MARKDOWN_VECTORS,
    ...MARKDOWN_FORMS.flatMap(form => HOSTILE_STRINGS.map(text => form(text.trim()))),
  ]
  const start = '**rendered** [link](https://ok.test/rendered)'
  const texts = [start]
  for (const part of parts) {
    const longer = `${texts.at(-1)}\n\n${part}`
    if (longer.length <= maxLength) texts[texts.length - 1] = longer
    else texts.push(`${start}\n\n${part}`)
  }
  return texts
}
