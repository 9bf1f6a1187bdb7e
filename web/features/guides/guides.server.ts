import { type Token, type Tokens, marked } from 'marked'
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

const HEAD = /^---\ntitle: (?<title>.+)\nsummary: (?<summary>.+)\nwords: (?<words>.+)\n---\n/

/**
 * Returns a guide in a language. In the text, `{days}` and the like stand for values of the installation, and
 * `{m.order_download}` for a text of the user interface, so that a guide names no button that does not exist. `![{m.guide_picture_voucher}](voucher)`
 * is a picture of the guide, with its alternative text.
 * @throws Error if the text has another form, a name without a value, or Markdown that the page cannot show
 */
export function readGuide(name: GuideName, locale: Locale, settings: GuideSettings): Guide {
  const { title, summary, body } = readFile(name, locale, settings)
  return {
    name,
    title,
    summary,
    blocks: marked.lexer(body).flatMap(token => toBlock(token, { name, locale })),
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

function toBlock(token: Token, guide: { name: GuideName; locale: Locale }): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ kind: 'heading', text: (token as Tokens.Heading).text }]
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph
      const [image] = tokens
      if (tokens.length > 1 || image?.type !== 'image')
        return [{ kind: 'paragraph', parts: toParts(tokens) }]
      const { href, text } = image as Tokens.Image
      return [{ kind: 'picture', picture: { alt: text, ...findPicture(href, guide) } }]
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ kind: 'list', isOrdered: ordered, items: items.map(item => toParts(textOf(item))) }]
    }
    default:
      throw new Error(`a guide has Markdown of the type ${token.type}, which has no design`)
  }
}

const textOf = ({ tokens }: Tokens.ListItem): Token[] =>
  tokens.flatMap(token => (token.type === 'text' ? ((token as Tokens.Text).tokens ?? []) : token))

function toParts(tokens: Token[]): Part[] {
  return tokens.map((token): Part => {
    if (token.type === 'text' || token.type === 'escape')
      return { kind: 'text', text: (token as Tokens.Text).text }
    if (token.type === 'strong') return { kind: 'strong', text: (token as Tokens.Strong).text }
    if (token.type === 'link') {
      const { href, text } = token as Tokens.Link
      return { kind: 'link', href, text }
    }
    throw new Error(`a guide has Markdown of the type ${token.type} in a line`)
  })
}
