import { MarkdownParser, MarkdownSerializer } from 'prosemirror-markdown'
import { type Node, Schema } from 'prosemirror-model'
import { createSellerMarkdown, parseLink } from '#web/shared/render-markdown.ts'

/** The levels of the headings that a seller can write, whose outline the page makes anew. */
const DEEPEST_HEADING = 5

/** What a formatted text consists of: the part of Markdown for which product pages have a design. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'text*',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${Math.min(Number(attrs['level']) + 1, DEEPEST_HEADING)}`, 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { order: { default: 1 } },
      parseDOM: [{ tag: 'ol', getAttrs: list => ({ order: (list as HTMLOListElement).start }) }],
      toDOM: ({ attrs }) => ['ol', { start: Number(attrs['order']) }, 0],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    text: { group: 'inline' },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: link => {
            const href = parseLink((link as HTMLAnchorElement).href)?.href
            return href === undefined ? false : { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']), rel: 'nofollow noopener ugc' }],
    },
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong'],
    },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em'] },
  },
})

const parser = new MarkdownParser(schema, createSellerMarkdown(), {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  bullet_list: { block: 'bullet_list' },
  ordered_list: {
    block: 'ordered_list',
    getAttrs: token => ({ order: Number(token.attrGet('start') ?? 1) }),
  },
  list_item: { block: 'list_item' },
  hardbreak: { node: 'hard_break' },
  softbreak: { node: 'hard_break' },
  em: { mark: 'em' },
  strong: { mark: 'strong' },
  link: { mark: 'link', getAttrs: token => ({ href: token.attrGet('href') }) },
})

const serializer = new MarkdownSerializer(
  {
    paragraph: (state, node) => {
      state.renderInline(node)
      state.closeBlock(node)
    },
    heading: (state, node) => {
      state.write(`${'#'.repeat(Number(node.attrs['level']))} `)
      state.renderInline(node, false)
      state.closeBlock(node)
    },
    bullet_list: (state, node) => state.renderList(node, '  ', () => '- '),
    ordered_list: (state, node) => {
      const first = Number(node.attrs['order'])
      const width = String(first + node.childCount - 1).length + 2
      state.renderList(node, ' '.repeat(width), index => `${first + index}. `)
    },
    list_item: (state, node) => state.renderContent(node),
    text: (state, node) => state.text(node.text ?? ''),
    // A line of a text ends where its paragraph does not, as it does in the page.
    hard_break: (state, node, parent, index) => {
      if (index < parent.childCount - 1) state.write('\n')
    },
  },
  {
    link: {
      open: '[',
      close: (state, { attrs }) => `](${String(attrs['href']).replaceAll(/[()\\]/g, '\\$&')})`,
      mixable: true,
    },
    strong: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    em: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
  },
)

/** Returns the document that a text in Markdown describes. */
export const parseMarkdown = (text: string): Node => parser.parse(text)

/** Returns a document as Markdown, from which the same document can be read. */
export const writeMarkdown = (document: Node): string =>
  serializer.serialize(document, { tightLists: true })
