import { median, quantile } from '#tools/statistics.ts'
import { type Figure } from './report.ts'

/** The search texts to measure, one for each kind of search that the database runs by a different query plan. */
const SEARCH_QUERIES = {
  'a common word': '1?q=recetas',
  'two common words': '1?q=recetas+veganas',
  'three common words': '1?q=recetas+veganas+abuela',
  'a rare word': '1?q=palabra77',
  'a word of every product': '1?q=archivo',
  'a file type': '1?q=pdf',
  'with an accent': '1?q=canci%C3%B3n',
  'two languages': '1?q=songs+winter',
  'an unfinished word': '1?q=recetas+veg',
  'two letters': '1?q=re',
  'a number': '1?q=777',
  'a typo': '1?q=fotogarfia',
  'two typos': '1?q=planila+negosio',
  'a sentence': '1?q=quiero+unas+recetas+veganas+faciles+para+la+abuela',
  'stop words alone': '1?q=de+la+con',
  nothing: '1?q=xylophonequartz',
  'a whole name': '1?q=Recetas+caseras+abuela+44563',
  'a creator': '1?q=%40many7',
  'a name of a category': '1?q=tipografias',
  'words in a category': '1?q=recetas&category=1',
  'words and a price': '1?q=recetas&minPrice=500&maxPrice=9000',
  'words and a file type': '1?q=yoga&fileType=mp3',
  'words, cheapest first': '1?q=curso&sort=price_asc',
  'words, best sellers first': '1?q=recetas+veganas&sort=best_selling',
  'a common word, page 40': '40?q=recetas',
} as const

/** Product lists without a search text. Each request adds another price, so that no response comes from the cache. */
const LIST_QUERIES = {
  'page 41 of a price': '41?minPrice=',
  'page 41 of a price, cheapest first': '41?sort=price_asc&minPrice=',
  'a file type in a category': '1?fileType=mp3&category=2&minPrice=',
} as const

/**
 * Sends each kind of search in turn, one request at a time; returns all times, and the times of the slowest kinds as a
 * figure.
 */
export async function measureSearches(
  origin: string,
  times: number,
): Promise<{ all: number[]; figures: Figure[] }> {
  const kinds = Object.entries({ ...SEARCH_QUERIES, ...LIST_QUERIES })
  const timesByKind = new Map<string, number[]>(kinds.map(([kind]) => [kind, []]))
  // The first two rounds are not measured, since PostgreSQL still plans the queries and reads the tables from disk.
  for (let round = -2; round < times; round++)
    for (const [kind, page] of kinds) {
      const startedAt = performance.now()
      const address = page.endsWith('=') ? `${page}${1 + ((round + 2) % 900)}` : page
      const reply = await fetch(`${origin}/api/public/product/page/${address}`)
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${kind}: ${reply.status}`)
      if (round >= 0) timesByKind.get(kind)!.push(performance.now() - startedAt)
    }
  const all = [...timesByKind.values()].flat()
  const slowest = [...timesByKind]
    .map(([kind, times]) => ({ kind, p50: median(times), p99: quantile(times, 0.99) }))
    .toSorted((one, other) => other.p99 - one.p99)
  const slowestKinds = slowest
    .slice(0, 3)
    .map(({ kind, p50, p99 }) => `${kind} ${p99.toFixed(1)} ms (p50 ${p50.toFixed(1)})`)
  return {
    all,
    figures: [{ what: 'the slowest of these kinds, p99', measured: slowestKinds.join('; ') }],
  }
}
