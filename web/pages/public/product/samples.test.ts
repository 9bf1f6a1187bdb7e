import { expect, test } from 'vitest'
import { renderSamples } from './samples.server.ts'

const file = (name: string, type: string, hasSample = true) => ({
  name,
  type,
  sizeBytes: 1000,
  pages: null,
  isUnscanned: false,
  sample: hasSample ? { url: '/api/public/sample/7', length: 3, sizeBytes: 100 } : null,
})

test('files without a sample are left out, and a page without any has no heading', () => {
  expect(renderSamples([file('a.pdf', 'PDF', false)], 'es')).toBe('')
  expect(renderSamples([file('a.pdf', 'PDF', false), file('b.pdf', 'PDF')], 'es')).toMatch(
    /^<h3>[^<]+<\/h3>\n<ul class="samples"><li><span>b\.pdf/,
  )
})

test('a PDF is a link, and an MP3 is a player that loads nothing before it is asked to', () => {
  const html = renderSamples([file('a.pdf', 'PDF'), file('b.mp3', 'MP3')], 'en')

  expect(html).toContain('<a href="/api/public/sample/7" target="_blank" rel="nofollow">')
  expect(html).toContain('<audio controls preload="none" src="/api/public/sample/7" aria-label=')
})

test('the name of a file is text, whatever its seller has typed', () => {
  const hostile = `"><script>alert(1)</script>' onplay="alert(2)`

  for (const type of ['PDF', 'MP3']) {
    const html = renderSamples([file(hostile, type)], 'es')
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/aria-label="[^"]*"[^>]*onplay/)
  }
})

test.each([
  [5, 5, 0],
  [6, 6, 0],
  [7, 5, 2],
])('a list of %d samples shows %d at first, and %d on request', (count, shown, rest) => {
  const html = renderSamples(
    Array.from({ length: count }, () => file('a.pdf', 'PDF')),
    'es',
  )

  const [first = '', second = ''] = html.split('<details>')
  expect([first, second].map(part => part.split('<li>').length - 1)).toEqual([shown, rest])
})
