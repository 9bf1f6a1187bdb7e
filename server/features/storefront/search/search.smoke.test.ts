import { beforeAll, expect, test } from 'vitest'
import { listRelatedProducts, suggestProducts } from '#contract/storefront/search.ts'
import { products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seedSmallCatalog } from '#tools/sample-data/small-catalog.ts'
import { readProductList } from '#tools/api-client/read-product-list.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp({ resetBefore: 'file' })
beforeAll(async () => {
  await seedSmallCatalog(shop.db)
})

const find = (query: Record<string, string | number>, page?: number) =>
  readProductList(shop.visitor(), query, page)

/** Rows of a typed text, the product that the search must find first, and products that it must not find. */
const SEARCHES: [typed: string, first: string, absent?: string[]][] = [
  // These texts are product names as written, in part, in singular and plural.
  ['Recetas de mi abuela', 'Recetas de mi abuela'],
  ['recetas', 'Recetas de mi abuela', ['Canción de cuna']],
  ['receta', 'Recetas de mi abuela'],
  ['abuelas', 'Recetas de mi abuela'],
  ['recetas abuela', 'Recetas de mi abuela'],
  ['abuela recetas', 'Recetas de mi abuela'],
  ['canciones', 'Canciones para el mate'],
  ['plantillas', 'Plantillas de presentación'],
  ['cook', 'Cooking for two'],
  ['knit', 'Knitting patterns for winter'],
  ['planners', 'Weekly planner'],
  ['recipe', 'Cooking for two'],
  // These texts have accents and capitals, or leave them out.
  ['cancion de cuna', 'Canción de cuna'],
  ['CANCIÓN DE CUNA', 'Canción de cuna'],
  ['curriculum', 'Plantilla de currículum'],
  ['nanduti', 'Ñandutí paso a paso'],
  ['ÑANDUTÍ', 'Ñandutí paso a paso'],
  ['iconos', 'Íconos de línea'],
  ['fotografia', 'Curso de fotografía'],
  ['ingles', 'Inglés en 30 días'],
  // The last word of these texts is incomplete.
  ['rece', 'Recetas de mi abuela'],
  ['recetas abu', 'Recetas de mi abuela'],
  ['fotogr', 'Curso de fotografía'],
  ['pla', 'Planilla de gastos del hogar'],
  // These texts contain misspelled words.
  ['recetsa', 'Recetas de mi abuela'],
  ['abuelaa', 'Recetas de mi abuela'],
  ['plantila curriculm', 'Plantilla de currículum'],
  ['fotogarfia', 'Curso de fotografía'],
  ['kniting', 'Knitting patterns for winter'],
  ['pna casero', 'Pan casero con masa madre'],
  ['quiero recetsa', 'Recetas de mi abuela', ['Canción de cuna']],
  ['fotografía de vijae', 'Presets de fotos de viaje'],
  // These texts are one letter, a number, many words, or words of no product.
  ['c', 'C desde cero'],
  ['30', 'Inglés en 30 días'],
  ['quiero un curso de fotografia barato', 'Curso de fotografía'],
  ['receta '.repeat(71).trim().slice(0, 500), 'Recetas de mi abuela'],
  ['100% masa madre!', 'Pan casero con masa madre'],
  ['receta recetas RECETAS', 'Recetas de mi abuela'],
  ['los sonidos de la abuela', 'Recetas de mi abuela'],
  // These texts contain stop words, beside other words or alone.
  ['de mi la abuela', 'Recetas de mi abuela', ['Canción de cuna']],
  ['para el', 'Canciones para el mate', ['Íconos de línea']],
  // These texts have hyphens, quotes, words of two languages, or any letter case.
  ['masa-madre', 'Pan casero con masa madre'],
  ['"canción de cuna"', 'Canción de cuna', ['Canciones para el mate']],
  ['‘weekly planner’', 'Weekly planner'],
  ['wEEKLY PLANner', 'Weekly planner'],
  ['winter tejidos', 'Knitting patterns for winter'],
  ['recetas kitchens', 'Recetas de mi abuela'],
  // These texts have ñ or n, and combining accents.
  ['ñanduti', 'Ñandutí paso a paso'],
  ['N\u0303anduti\u0301', 'Ñandutí paso a paso'],
  // These texts name a file type by its extension or its usual name.
  ['recetas pdf', 'Recetas de mi abuela', ['Cocina fácil para estudiantes']],
  ['recetas epub', 'Cocina fácil para estudiantes', ['Recetas de mi abuela']],
  ['excel', 'Planilla de gastos del hogar', ['Plantilla de currículum']],
  ['plantillas word', 'Plantilla de currículum', ['Plantillas de presentación']],
  ['wav', 'Música para trabajar', ['Canción de cuna']],
  // These texts name a creator.
  ['@bruna', 'Música para trabajar', ['Canción de cuna']],
  ['bruna', 'Música para trabajar', ['Canción de cuna']],
  ['@ana recetas', 'Recetas de mi abuela', ['Música para trabajar', 'C desde cero']],
  ['musica bruna', 'Música para trabajar', ['Canción de cuna']],
  ['@nadie recetas', 'Recetas de mi abuela'],
  // A product whose whole name was typed comes before other products with the word.
  ['C', 'C desde cero'],
  ['Pan', 'Pan'],
  // These texts contain the syntax of text queries, LIKE patterns or SQL.
  ["pan' OR 1=1 --", 'Pan casero con masa madre'],
  ['pan & !masa | (casero <-> horno):*', 'Pan casero con masa madre'],
  ["'; drop table products; --pan", 'Pan'],
  ['%pan_', 'Pan'],
  ['pan\\', 'Pan'],
  ['🍞 pan 🍞', 'Pan'],
]

test.each(SEARCHES)('a search for %j finds %j first', async (q, name, absent = []) => {
  const { names, total } = await find({ q })

  expect(names[0]).toBe(name)
  expect(total).toBe(names.length)
  for (const other of absent) expect(names).not.toContain(other)
})

test('these tests run at least 60 searches, of which at least 10 list products that must not be found', () => {
  expect(new Set(SEARCHES.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(60)
  expect(SEARCHES.filter(([, , absent]) => absent).length).toBeGreaterThanOrEqual(10)
})

test.each([
  'xylophonequartz',
  '🍞',
  '!!!',
  '%',
  "'",
  "':*",
  '==',
  '@',
  '<->',
  'a'.repeat(500),
  'ξ'.repeat(40),
  // Without the words that nothing resembles, only a word of product names such as “de” would be left.
  'xkwqz de vbnmty',
])('a search for %j finds nothing', async q =>
  expect(await find({ q })).toMatchObject({ products: [], total: 0, nextCursor: null }),
)

test('a search with a misspelled word reports the corrected text', async () => {
  expect((await find({ q: 'recetsa' })).correctedTo).toBe('recetas')
  expect((await find({ q: 'recetas' })).correctedTo).toBeNull()
})

test.each([
  ['recetas para colorear', 'recetas'],
  ['para colorear recetas', 'recetas'],
  ['recetsa de mi abuela', 'recetas de mi abuela'],
])(
  'the corrected text of %j has no stop word at its ends, where a word was left out',
  async (q, corrected) => expect((await find({ q })).correctedTo).toBe(corrected),
)

test('a product with the word in its name comes before thousands of newer products with the word in their description', async () => {
  const { db } = shop
  const columns =
    'seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id, image_key, edition_id, listed, sales_count'
  await db.execute(`insert into products (${columns})
    select seller_id, 'Sonajero', 'De plata', 100, false, 2, 3, 'k', edition_id, true, 0 from products where id = 1`)
  await db.execute(`insert into products (${columns})
    select seller_id, case when n <= 40 then 'Sonajero de madera ' || n else 'Juguete ' || n end,
      'Sonajero y más', 100, false, 2, 3, 'k', edition_id, true, n % 7
    from products, generate_series(1, 2700) n where products.id = 1`)
  await db.execute('analyze products')

  const pages = [
    await find({ q: 'sonajero' }),
    await find({ q: 'sonajero' }, 2),
    await find({ q: 'sonajero' }, 3),
  ]
  const names = pages.flatMap(page => page.names)

  expect(names[0]).toBe('Sonajero')
  expect(names.slice(1, 41).every(name => name.startsWith('Sonajero de madera'))).toBe(true)
  expect(names.slice(41).every(name => name.startsWith('Juguete'))).toBe(true)
  expect(new Set(names).size).toBe(72)
  expect(pages.map(({ total }) => total)).toEqual([1000, 1000, 1000])
  expect((await find({ q: 'sonajero', sort: 'price_asc' }, 41)).names).toHaveLength(24)
  expect((await find({ q: 'sonajero madera' })).total).toBe(40)
})

test.each(['sonajero', 'so', 'madera', 'juguete', 'ju', 'juguete 51'])(
  'the first of thousands of products that match %j are those of the highest rank, then of the most sales',
  async q => {
    const rank = (name: string) => {
      const lower = name.toLowerCase()
      if (lower === q) return 0
      if (lower.startsWith(q)) return 1
      return q.split(' ').every(word => ` ${lower}`.includes(` ${word}`)) ? 2 : 3
    }
    const { id, name, salesCount: sales } = products
    const inName = (await shop.db.select({ id, name, sales }).from(products))
      .filter(product => rank(product.name) < 3)
      .toSorted(
        (one, other) =>
          rank(one.name) - rank(other.name) || other.sales - one.sales || other.id - one.id,
      )
    expect(inName.length).toBeGreaterThan(10)

    const page = (await find({ q })).products.map(product => product.id)
    const suggested = expectOk(await shop.visitor().call(suggestProducts, { query: { q } }))

    expect(page.slice(0, inName.length)).toEqual(inName.slice(0, 24).map(product => product.id))
    expect(suggested.products.map(product => product.id)).toEqual(page.slice(0, 6))
  },
)

test('the search suggests products, and categories in the language of the visitor', async () => {
  const suggest = async (q: string) => {
    const answer = await shop
      .visitor({ 'accept-language': 'en' })
      .call(suggestProducts, { query: { q } })
    if (!answer.ok) throw new Error(answer.code)
    return answer.body
  }

  expect((await suggest('rece')).products[0]?.name).toBe('Recetas de mi abuela')
  expect((await suggest('ebo')).shelves[0]?.category.name).toBe('ebooks en')
  expect(await suggest('e')).toEqual({ products: [], shelves: [] })
})

test('the most similar product is the first of the related products', async () => {
  const answer = await shop.visitor().call(listRelatedProducts, { params: { id: 3 } })

  expect(answer.ok && answer.body.products[0]?.name).toBe('Canciones para el mate')
  expect(answer.ok && answer.body.products.some(({ id }) => id === 3)).toBe(false)
})
