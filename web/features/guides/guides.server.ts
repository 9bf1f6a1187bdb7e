import MarkdownIt, { type Token } from 'markdown-it'
import * as m from '#messages'
import { FILE_TYPES, LIMITS } from '#contract/core/limits.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import type { Locale } from '#web/i18n/locale.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { GUIDES, GUIDE_NAMES, type GuideName } from './guide-list.ts'
import type { Block, Guide, GuideEntry, Part } from './guide.ts'
import { findPicture } from './pictures.server.ts'

/** The texts of the guides in Markdown, by their paths such as `./content/es/how-to-buy.md`. */
const FILES = import.meta.glob<string>('./content/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What differs between installations. */
export interface GuideSettings {
  brand: string
  withdrawal: WithdrawalTerms
  productFileMaxBytes: number
  sellerQuotaBytes: number
}

const markdown = new MarkdownIt()

const HEAD = /^---\ntitle: (?<title>.+)\nsummary: (?<summary>.+)\nwords: (?<words>.+)\n---\n/

/**
 * Returns a guide in a language. In the text, `{days}` and the like stand for values of the installation, and
 * `{m.order_download}` for a text of the user interface, so that a guide names no button that does not exist.
 * `![{m.guide_picture_voucher}](voucher)` is a picture of the guide, with its alternative text.
 * @throws Error if the text has another form, a name without a value, or Markdown that the page cannot show
 */
export function readGuide(name: GuideName, locale: Locale, settings: GuideSettings): Guide {
  const { title, summary, body } = readFile(name, locale, settings)
  return {
    name,
    title,
    summary,
    blocks: toBlocks(markdown.parse(body, {}), { name, locale }),
  }
}

/** Lists all guides in a language, for the list and its search. */
export function listGuides(locale: Locale, settings: GuideSettings): GuideEntry[] {
  return GUIDE_NAMES.map(name => {
    const { title, summary, words, body } = readFile(name, locale, settings)
    const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!)
    return { name, readers: GUIDES[name], title, summary, words, headings }
  })
}

function readFile(name: GuideName, locale: Locale, settings: GuideSettings) {
  const text = fillIn(FILES[`./content/${locale}/${name}.md`] ?? '', locale, settings)
  const head = HEAD.exec(text)
  if (!head?.groups) throw new Error(`the guide ${name} has no head in ${locale}`)
  const { title = '', summary = '', words = '' } = head.groups
  return { title, summary, words, body: text.slice(head[0].length) }
}

function fillIn(text: string, locale: Locale, settings: GuideSettings): string {
  const { brand, withdrawal, productFileMaxBytes, sellerQuotaBytes } = settings
  const values: Record<string, string | number> = {
    brand,
    withdrawalDays: withdrawal.days,
    withdrawalRule:
      withdrawal.scope === 'always'
        ? m.withdrawal_rule({ days: withdrawal.days }, { locale })
        : m.withdrawal_rule_until_download({ days: withdrawal.days }, { locale }),
    downloads: LIMITS.downloadsPerGrant,
    downloadDays: LIMITS.grantDays,
    refundTryDays: LIMITS.refundTryDays,
    fileTypes: FILE_TYPES.map(type => type.toUpperCase()).join(', '),
    fileSize: formatBytes(Math.min(productFileMaxBytes, sellerQuotaBytes)),
    imageSize: formatBytes(LIMITS.imageMaxBytes),
    previews: LIMITS.previewsPerProduct,
    files: LIMITS.filesPerProduct,
    points: LIMITS.points.count,
    cartItems: LIMITS.cartItems,
  }
  const messages: Record<string, unknown> = m
  return text.replaceAll(/\{(m\.)?(\w+)\}/g, (_, isMessage: string | undefined, key: string) => {
    const message = messages[key]
    if (isMessage && typeof message === 'function')
      return (message as (values: object, options: object) => string)({}, { locale })
    if (!isMessage && key in values) return String(values[key])
    throw new Error(`a guide names {${isMessage ?? ''}${key}}, which does not exist`)
  })
}

function toBlocks(tokens: Token[], guide: { name: GuideName; locale: Locale }): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const start = tokens[index]!
    const end = tokens.findIndex(
      ({ type, level }, nth) =>
        nth > index && level === start.level && type === start.type.replace('_open', '_close'),
    )
    blocks.push(toBlock(start, tokens.slice(index + 1, end), guide))
    index = end
  }
  return blocks
}

/**
 * @param start the token that begins a block
 * @param content the tokens up to the one that ends it
 */
function toBlock(
  start: Token,
  content: Token[],
  guide: { name: GuideName; locale: Locale },
): Block {
  switch (start.type) {
    case 'heading_open':
      return { kind: 'heading', text: content[0]!.content }
    case 'paragraph_open': {
      const line = content[0]!.children!
      const [image] = line
      if (line.length > 1 || image?.type !== 'image')
        return { kind: 'paragraph', parts: toParts(line) }
      const picture = findPicture(String(image.attrGet('src')), guide)
      return { kind: 'picture', picture: { alt: image.content, ...picture } }
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const other = content.find(({ type }) => !LIST_TOKENS.has(type))
      if (other) throw new Error(`a guide has Markdown of the type ${other.type} in a list`)
      const lines = content.filter(({ type }) => type === 'inline')
      return {
        kind: 'list',
        isOrdered: start.type === 'ordered_list_open',
        items: lines.map(({ children }) => toParts(children!)),
      }
    }
    default:
      throw new Error(`a guide has Markdown of the type ${start.type}, which has no design`)
  }
}

/** What a list without another one inside it consists of. */
const LIST_TOKENS = new Set([
  'list_item_open',
  'paragraph_open',
  'inline',
  'paragraph_close',
  'list_item_close',
])

function toParts(line: Token[]): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < line.length; index += 1) {
    const token = line[index]!
    if (token.type === 'text' || token.type === 'softbreak') {
      const text = token.type === 'softbreak' ? '\n' : token.content
      if (text !== '') parts.push({ kind: 'text', text })
      continue
    }
    // Emphasis and links are three tokens: start, text and end.
    const [content, end] = [line[index + 1], line[index + 2]]
    const isSimple = content?.type === 'text' && end?.type === token.type.replace('_open', '_close')
    if (token.type === 'strong_open' && isSimple)
      parts.push({ kind: 'strong', text: content.content })
    else if (token.type === 'link_open' && isSimple)
      parts.push({ kind: 'link', href: String(token.attrGet('href')), text: content.content })
    else throw new Error(`a guide has Markdown of the type ${token.type} in a line`)
    index += 2
  }
  return parts
}
