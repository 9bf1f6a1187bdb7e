import { LIMITS } from '#contract/core/limits.ts'
import { renderMarkdown } from '#web/shared/render-markdown.ts'
import { publishReport } from '../shared/report.ts'

/** The longest time for which the formatted text of one product may keep the process from answering others. */
const MAX_RENDER_MS = 50
/**
 * The slowest texts are rendered again, and the shortest time of each counts, since other work on the machine lengthens
 * some.
 */
const REPEATED_TEXTS = 100
const TIMES = 5

/** The signs of which Markdown is made, in all combinations of three, as the pieces of long texts. */
const SIGNS = [
  '[',
  ']',
  '(',
  ')',
  '*',
  '_',
  '<',
  '>',
  '!',
  '\\',
  '`',
  '#',
  '- ',
  '1. ',
  ' ',
  '\n',
  'a',
]

const fill = (part: string) =>
  part.repeat(Math.ceil(LIMITS.about.max / part.length)).slice(0, LIMITS.about.max)

const pieces = [
  ...SIGNS.flatMap(a => SIGNS.flatMap(b => SIGNS.map(c => a + b + c))),
  '[a](https://b',
  '[a](https://b.test)',
  '*[a](https://b.test)*',
  '<https://a',
  '**a *b ',
  '&amp;',
  '🍳',
]
const texts = [
  ...pieces.map(piece => ({ what: piece, text: fill(piece) })),
  { what: 'nested brackets', text: '['.repeat(2500) + ']'.repeat(2500) },
  { what: 'nested links', text: '[a]('.repeat(1000) + 'b' + ')'.repeat(999) },
  {
    what: 'nested lists',
    text: fill(Array.from({ length: 95 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')),
  },
]

function measure(text: string): number {
  const start = performance.now()
  renderMarkdown(text)
  return performance.now() - start
}

const slowest = texts
  .map(({ what, text }) => ({ what, text, ms: measure(text) }))
  .sort((a, b) => b.ms - a.ms)
  .slice(0, REPEATED_TEXTS)
  .map(({ what, text, ms }) => ({
    what,
    ms: Math.min(ms, ...Array.from({ length: TIMES }, () => measure(text))),
  }))
  .sort((a, b) => b.ms - a.ms)
  .slice(0, 5)

await publishReport('hostile-markdown', {
  title: 'Formatted text of a hostile seller',
  how: `${texts.length} texts of ${LIMITS.about.max} characters, made of one piece each, are rendered. The ${REPEATED_TEXTS} slowest are rendered ${TIMES} times more, and the shortest time of each counts.`,
  figures: slowest.map(({ what, ms }, index) => ({
    what: index === 0 ? 'slowest text' : `place ${index + 1}`,
    measured: `${ms.toFixed(1)} ms (${JSON.stringify(what)})`,
    isDetail: index > 0,
    ...(index === 0 && { promised: `<= ${MAX_RENDER_MS} ms`, isKept: ms <= MAX_RENDER_MS }),
  })),
})
