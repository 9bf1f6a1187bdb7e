import { describe, expect, test } from 'vitest'
import type { Locale } from '#web/i18n/locale.ts'
import { PATTERNS } from '#web/paths.ts'
import { StatementSection } from '#contract/sales/statements.ts'
import { GUIDE_NAMES } from './guide-list.ts'
import { listGuides, readGuide } from './guides.server.ts'
import { searchGuides } from './search-guides.ts'
import type { Block } from './guide.ts'

const LOCALES: Locale[] = ['es', 'en']

const SETTINGS = {
  brand: 'kiosko',
  withdrawal: { days: 10, scope: 'always' },
  productFileMaxBytes: 52_428_800,
  sellerQuotaBytes: 1024 ** 3,
} as const

const PAGE_PATHS = Object.values(PATTERNS).map(
  pattern => new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`),
)

const listParts = (blocks: Block[]) =>
  blocks.flatMap(block => {
    if (block.kind === 'heading' || block.kind === 'picture') return []
    return block.kind === 'list' ? block.items.flat() : block.parts
  })
const listLinks = (blocks: Block[]) =>
  listParts(blocks).flatMap(part => (part.kind === 'link' ? part.href : []))
const listStrongTexts = (blocks: Block[]) =>
  listParts(blocks).flatMap(part => (part.kind === 'strong' ? part.text : []))

test('the texts are those of the list, in both languages', () => {
  const files = Object.keys(import.meta.glob('./content/*/*.md')).map(file => file.slice(10, -3))

  expect(files.toSorted()).toEqual(
    LOCALES.flatMap(locale => GUIDE_NAMES.map(name => `${locale}/${name}`)).toSorted(),
  )
})

describe.each(GUIDE_NAMES)('the guide %s', name => {
  test('a guide has the same parts in both languages', () => {
    const [es, en] = LOCALES.map(locale =>
      readGuide(name, locale, SETTINGS).blocks.map(block =>
        block.kind === 'list' ? `list of ${block.items.length}` : block.kind,
      ),
    )

    expect(es).toEqual(en)
  })

  test.each(LOCALES)('a guide links to pages that exist (%s)', locale => {
    const { blocks } = readGuide(name, locale, SETTINGS)

    const dead = listLinks(blocks).filter(href => {
      const [path = ''] = href.split(/[?#]/)
      const guide = /^\/help\/(.+)$/.exec(path)?.[1]
      if (guide !== undefined) return !GUIDE_NAMES.some(known => known === guide)
      return !PAGE_PATHS.some(pattern => pattern.test(path))
    })

    expect(dead).toEqual([])
  })
})

test.each(LOCALES)(
  'the guide about sales names each number that the digest of a statement covers (%s)',
  locale => {
    const { blocks } = readGuide('manage-your-sales', locale, SETTINGS)
    const names = listStrongTexts(blocks).filter(text => text in StatementSection.shape)

    expect(names.toSorted()).toEqual(
      Object.keys(StatementSection.shape)
        .filter(name => name !== 'currency')
        .toSorted(),
    )
  },
)

describe('the search', () => {
  const find = (search: string) =>
    searchGuides(listGuides('es', SETTINGS), search).map(({ name }) => name)

  test.each([
    ['devolucion', 'get-your-money-back'],
    ['CUPÓN', 'cash-and-transfer'],
    ['perdí el email', 'find-your-files'],
    ['comis mercado', 'get-paid'],
    ['comisión', 'get-paid'],
    ['descargar', 'find-your-files'],
    ['no me llegó', 'find-your-files'],
    ['reembolso', 'get-your-money-back'],
    // People know some of the words in the other language.
    ['refund', 'get-your-money-back'],
    ['voucher', 'cash-and-transfer'],
  ] as const)('the search of the guides finds “%s”', (search, name) => {
    expect(find(search)).toContain(name)
  })

  test('the search of the guides finds every guide with an empty text, and none with an unknown word', () => {
    expect(find('  ')).toEqual(GUIDE_NAMES)
    expect(find('xilófono')).toEqual([])
  })
})
