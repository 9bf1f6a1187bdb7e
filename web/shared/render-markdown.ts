import MarkdownIt, { type Token } from 'markdown-it'

/** The deepest nesting of lists and emphasis, which bounds the time for a hostile text. */
const MAX_NESTING = 20
/** The headings of the text are below the `h2` of the page. */
const PAGE_LEVEL = 2
const DEEPEST_LEVEL = 5

/**
 * Returns a reader of the Markdown that sellers write. Only these rules apply, so that what the page has no design for
 * stays text: HTML, images, code, quotes, tables, references and entities. An entity could also stand for a character
 * that `cleanText` removes.
 */
export function createSellerMarkdown(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt('zero', { breaks: true, maxNesting: MAX_NESTING }).enable([
    'heading',
    'list',
    'emphasis',
    'link',
    'autolink',
    'escape',
    'newline',
  ])
  markdown.validateLink = href => parseLink(href) !== undefined
  return markdown
}

const WEB_PROTOCOLS = ['https:', 'http:']

/**
 * Returns the address of a link in a seller's text; undefined if it is not one of the web or of email. An address with
 * a user name is refused, since `https://known.com@other.com` leads to the latter.
 */
export function parseLink(href: string): URL | undefined {
  const url = URL.parse(href)
  if (!url || url.username !== '' || url.password !== '') return undefined
  return WEB_PROTOCOLS.includes(url.protocol) || url.protocol === 'mailto:' ? url : undefined
}

const markdown = createSellerMarkdown()

markdown.core.ruler.push('seller_text', ({ tokens }) => {
  shiftHeadings(tokens)
  for (const { children } of tokens) if (children) describeLinks(children)
})

/** Makes the headings a gapless outline below the page's own, whatever levels the seller chose. */
function shiftHeadings(tokens: Token[]): void {
  const levelOf = ({ tag }: Token) => Number(tag.slice(1))
  const levels = [...new Set(tokens.filter(isHeading).map(levelOf))].sort((a, b) => a - b)
  let previous = PAGE_LEVEL
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const level = Math.min(
      PAGE_LEVEL + 1 + levels.indexOf(levelOf(token)),
      previous + 1,
      DEEPEST_LEVEL,
    )
    const [content, end] = [tokens[index + 1]!, tokens[index + 2]!]
    // A screen reader announces an empty heading, in which there is nothing to read.
    if (content.content.trim() === '') token.hidden = end.hidden = true
    else previous = level
    token.tag = end.tag = `h${level}`
  }
}

const isHeading = ({ type }: Token) => type === 'heading_open'

/**
 * Marks the links of a line as a seller's, and says where those lead whose text does not tell or tells another place.
 */
function describeLinks(line: Token[]): void {
  let start: { url: URL; token: Token } | undefined
  let text = ''
  for (const token of line) {
    if (token.type === 'link_open') {
      const url = parseLink(String(token.attrGet('href')))!
      const isWeb = url.protocol !== 'mailto:'
      token.attrs = [
        ['href', url.href],
        ['rel', 'nofollow noopener ugc'],
        ...(isWeb ? [['target', '_blank'] as [string, string]] : []),
      ]
      start = { url, token }
      text = ''
    } else if (token.type === 'link_close' && start) {
      token.meta = { note: describeTarget(start.url, text) }
      start = undefined
    } else text += token.content
  }
}

/**
 * Returns what to add to the text of a link: its whole address if there is no text, its host if the text looks like
 * another.
 */
function describeTarget({ href, host, protocol }: URL, text: string): string {
  if (text.trim() === '') return href
  if (protocol === 'mailto:') return ''
  const shown = /(?:[\w-]+\.)+[\p{L}]{2,}/u.exec(text.toLowerCase())?.[0]
  const withoutWww = (name: string) => name.replace(/^www\./, '')
  const isOther = shown !== undefined && withoutWww(shown) !== withoutWww(host)
  return isOther ? ` (${host})` : ''
}

markdown.renderer.rules['link_close'] = (tokens, index) => {
  const { note } = tokens[index]!.meta as { note: string }
  return `${markdown.utils.escapeHtml(note)}</a>`
}

/**
 * Renders a seller's Markdown as HTML that is safe to put into a page: `h3` to `h5`, `p`, `br`, `ul`, `ol`, `li`,
 * `strong`, `em` and `a`. Takes at most 50 ms for 5,000 characters (`bench/attacks/hostile-markdown.ts`).
 */
export const renderMarkdown = (text: string): string => markdown.render(text)

/** Escapes a text for HTML, also for the value of an attribute in double quotes. */
export const escapeHtml = (text: string): string => markdown.utils.escapeHtml(text)

/** Renders a text without any format as HTML, one `p` for each part. */
export const renderParagraphs = (parts: readonly string[]): string =>
  parts
    .map(part => `<p>${markdown.utils.escapeHtml(part).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('')
