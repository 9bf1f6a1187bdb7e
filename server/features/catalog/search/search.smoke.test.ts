import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listRelatedProducts,
  listPublicProducts,
  suggestProducts,
} from '#contract/catalog/search.ts'
import { productFiles, products, profiles, users } from '#server/db/schema/index.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** What hangs on the rack: name, description, price, type, and whether its buyer sets the price. */
const RACK: [string, string, number, string, boolean?][] = [
  ['Recetas de mi abuela', 'Ochenta recetas de una cocina del sur.', 8900, 'pdf'],
  [
    'Cocina fácil para estudiantes',
    'Platos rápidos y baratos, con recetas de pastas.',
    4000,
    'epub',
  ],
  ['Canción de cuna', 'Música suave para dormir.', 1200, 'mp3', true],
  ['Canciones para el mate', 'Diez temas grabados en casa.', 3000, 'mp3'],
  ['Plantilla de currículum', 'Para conseguir trabajo, editable.', 2500, 'docx'],
  ['Plantillas de presentación', 'Treinta diapositivas limpias.', 5200, 'pptx'],
  ['Planilla de gastos del hogar', 'Presupuesto mensual en una hoja.', 1900, 'xlsx'],
  ['Weekly planner', 'A printable planner with space for every day of the week.', 2100, 'pdf'],
  ['Cooking for two', 'Fifty easy recipes from small kitchens.', 7000, 'epub'],
  ['Knitting patterns for winter', 'Scarves, hats and socks to knit.', 6400, 'pdf'],
  ['Ñandutí paso a paso', 'Encaje paraguayo para principiantes.', 5600, 'pdf'],
  ['Curso de fotografía', 'Luz, encuadre y revelado digital.', 15000, 'mp4'],
  ['Presets de fotos de viaje', 'Colores cálidos para tus fotografías.', 4800, 'zip'],
  ['C desde cero', 'Programación en C, con ejercicios.', 9100, 'pdf'],
  ['Íconos de línea', 'Trescientos íconos vectoriales.', 3300, 'zip'],
  ['Pan', 'Una novela corta.', 2000, 'epub'],
  ['Pan casero con masa madre', 'Del fermento al horno.', 4400, 'pdf'],
  ['Inglés en 30 días', 'Curso con audios y ejercicios.', 12000, 'zip'],
]
const ELSEWHERE = ['Música para trabajar', 'Dos horas de piano.', 900, 'wav'] as const

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
  await shop.reset()
  const { db } = shop
  const opens = async (username: string) => {
    const [seller] = await db
      .insert(users)
      .values({ email: `${username}@creators.test` })
      .returning({ id: users.id })
    await db.insert(profiles).values({ userId: seller!.id, username })
    return seller!.id
  }
  const [ana, bruna] = [await opens('ana'), await opens('bruna')]
  const hang = async (
    [name, description, price, type, isPriceDynamic = false]: (typeof RACK)[number],
    place: { sellerId: number; categoryId: number; subcategoryId: number },
  ) => {
    const [row] = await db
      .insert(products)
      .values({
        name,
        description,
        price,
        isPriceDynamic,
        imageKey: name,
        ...place,
      })
      .returning({ id: products.id })
    const file = { productId: row!.id, version: 1, storageKey: name, fileName: name, type }
    const [stored] = await db
      .insert(productFiles)
      .values({ ...file, mime: 'x/y', sizeBytes: 1, sha256: '' })
      .returning({ id: productFiles.id })
    await db.execute(`update products set file_id = ${stored!.id} where id = ${row!.id}`)
  }
  for (const product of RACK)
    await hang(product, { sellerId: ana, categoryId: 1, subcategoryId: 1 })
  await hang([...ELSEWHERE], { sellerId: bruna, categoryId: 2, subcategoryId: 3 })
})
afterAll(() => shop.close())

const find = async (query: Record<string, string | number>, page = 1) => {
  const answer = await shop.visitor().call(listPublicProducts, { params: { page }, query })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.code}`)
  return { ...answer.body, names: answer.body.products.map(({ name }) => name) }
}

/** What is typed, what hangs first then, and what must not hang there. */
const SEARCHES: [typed: string, first: string, absent?: string[]][] = [
  // As it is written, in part, and in another number.
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
  // With accents and capitals, or without.
  ['cancion de cuna', 'Canción de cuna'],
  ['CANCIÓN DE CUNA', 'Canción de cuna'],
  ['curriculum', 'Plantilla de currículum'],
  ['nanduti', 'Ñandutí paso a paso'],
  ['ÑANDUTÍ', 'Ñandutí paso a paso'],
  ['iconos', 'Íconos de línea'],
  ['fotografia', 'Curso de fotografía'],
  ['ingles', 'Inglés en 30 días'],
  // Not finished yet.
  ['rece', 'Recetas de mi abuela'],
  ['recetas abu', 'Recetas de mi abuela'],
  ['fotogr', 'Curso de fotografía'],
  ['pla', 'Planilla de gastos del hogar'],
  // Mistyped.
  ['recetsa', 'Recetas de mi abuela'],
  ['abuelaa', 'Recetas de mi abuela'],
  ['plantila curriculm', 'Plantilla de currículum'],
  ['fotogarfia', 'Curso de fotografía'],
  ['kniting', 'Knitting patterns for winter'],
  ['pna casero', 'Pan casero con masa madre'],
  ['quiero recetsa', 'Recetas de mi abuela', ['Canción de cuna']],
  ['fotografía de vijae', 'Presets de fotos de viaje'],
  // One letter, a number, many words, words that nobody says.
  ['c', 'C desde cero'],
  ['30', 'Inglés en 30 días'],
  ['quiero un curso de fotografia barato', 'Curso de fotografía'],
  ['receta '.repeat(71).trim().slice(0, 500), 'Recetas de mi abuela'],
  ['100% masa madre!', 'Pan casero con masa madre'],
  ['receta recetas RECETAS', 'Recetas de mi abuela'],
  ['los sonidos de la abuela', 'Recetas de mi abuela'],
  // Words that say nothing beside others, and alone.
  ['de mi la abuela', 'Recetas de mi abuela', ['Canción de cuna']],
  ['para el', 'Canciones para el mate', ['Íconos de línea']],
  // With hyphens, quotes, in two languages, in any case.
  ['masa-madre', 'Pan casero con masa madre'],
  ['"canción de cuna"', 'Canción de cuna', ['Canciones para el mate']],
  ['‘weekly planner’', 'Weekly planner'],
  ['wEEKLY PLANner', 'Weekly planner'],
  ['winter tejidos', 'Knitting patterns for winter'],
  ['recetas kitchens', 'Recetas de mi abuela'],
  // The letter ñ or an n, and an accent that is its own character.
  ['ñanduti', 'Ñandutí paso a paso'],
  ['N\u0303anduti\u0301', 'Ñandutí paso a paso'],
  // What the file is, by its ending or as people call it.
  ['recetas pdf', 'Recetas de mi abuela', ['Cocina fácil para estudiantes']],
  ['recetas epub', 'Cocina fácil para estudiantes', ['Recetas de mi abuela']],
  ['excel', 'Planilla de gastos del hogar', ['Plantilla de currículum']],
  ['plantillas word', 'Plantilla de currículum', ['Plantillas de presentación']],
  ['wav', 'Música para trabajar', ['Canción de cuna']],
  // Who made it.
  ['@bruna', 'Música para trabajar', ['Canción de cuna']],
  ['bruna', 'Música para trabajar', ['Canción de cuna']],
  ['@ana recetas', 'Recetas de mi abuela', ['Música para trabajar', 'C desde cero']],
  ['musica bruna', 'Música para trabajar', ['Canción de cuna']],
  ['@nadie recetas', 'Recetas de mi abuela'],
  // A name that is all that was typed, before others with its words.
  ['C', 'C desde cero'],
  ['Pan', 'Pan'],
  // What a query's syntax would make of it, and what a database would.
  ["pan' OR 1=1 --", 'Pan casero con masa madre'],
  ['pan & !masa | (casero <-> horno):*', 'Pan casero con masa madre'],
  ["'; drop table products; --pan", 'Pan'],
  ['%pan_', 'Pan'],
  ['pan\\', 'Pan'],
  ['🍞 pan 🍞', 'Pan'],
]

test.each(SEARCHES)('who looks for %j finds %j first', async (q, name, absent = []) => {
  const { names, total } = await find({ q })

  expect(names[0]).toBe(name)
  expect(total).toBe(names.length)
  for (const other of absent) expect(names).not.toContain(other)
})

test('enough kinds of search are tried, some for what must not be found', () => {
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
])('who looks for %j finds nothing', async q =>
  expect(await find({ q })).toMatchObject({ products: [], total: 0, nextCursor: null }),
)

test('who mistypes is told what was looked for instead', async () => {
  expect((await find({ q: 'recetsa' })).correctedTo).toBe('recetas')
  expect((await find({ q: 'recetas' })).correctedTo).toBeNull()
})

test.each([
  [{ q: 'recetas', maxPrice: 5000 }, ['Cocina fácil para estudiantes']],
  [{ q: 'canciones', dynamicPrice: 'true' }, ['Canción de cuna']],
  [{ q: 'música', category: 2 }, ['Música para trabajar']],
  [{ q: 'recetas', sort: 'price_asc' }, ['Cocina fácil para estudiantes', 'Recetas de mi abuela']],
  [{ minPrice: 12000, sort: 'price_desc' }, ['Curso de fotografía', 'Inglés en 30 días']],
  [{ fileType: 'mp3', sort: 'price_asc' }, ['Canción de cuna', 'Canciones para el mate']],
  [{ fileType: 'wav' }, ['Música para trabajar']],
  [{ category: 2, subcategory: 3, dynamicPrice: 'false' }, ['Música para trabajar']],
  [{ subcategory: 4 }, []],
] as const)('the list %j is %j', async (query, names) => {
  const list = await find(query)

  expect(list.names).toEqual(names)
  expect(list.total).toBe(names.length)
})

test('a list goes on behind its last product, in its order', async () => {
  const { db } = shop
  for (const sort of ['newest', 'best_selling', 'price_asc', 'price_desc']) {
    const { names, total, nextCursor } = await find({ sort })
    expect(total).toBe(RACK.length + 1)
    expect(names).toHaveLength(total)
    expect(nextCursor).toBeNull()
  }
  await db.execute(`insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id, image_key, file_id)
    select seller_id, 'Copia ' || n, 'Copia', 100 + n, false, 2, 4, 'k', file_id from products, generate_series(1, 60) n where products.id = 1`)
  for (const sort of ['newest', 'best_selling', 'price_asc', 'price_desc']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: Awaited<ReturnType<typeof find>> = await find({
        subcategory: 4,
        sort,
        ...(cursor && { cursor }),
      })
      expect(next.total).toBe(60)
      seen.push(...next.names)
      cursor = next.nextCursor
    }
    expect(new Set(seen).size).toBe(60)
    const byPages = [
      await find({ subcategory: 4, sort }),
      await find({ subcategory: 4, sort }, 2),
      await find({ subcategory: 4, sort }, 3),
    ]
    expect(byPages.flatMap(({ names }) => names)).toEqual(seen)
  }
  await expect(find({ cursor: 'newest.x' })).rejects.toThrow('400')
  await expect(find({ cursor: 'price_asc.1.1' })).rejects.toThrow('400')
})

test('an old product with the right name is found before thousands of newer ones that mention it', async () => {
  const { db } = shop
  const columns =
    'seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id, image_key, file_id, sales_count'
  await db.execute(`insert into products (${columns})
    select seller_id, 'Sonajero', 'De plata', 100, false, 2, 3, 'k', file_id, 0 from products where id = 1`)
  await db.execute(`insert into products (${columns})
    select seller_id, case when n <= 40 then 'Sonajero de madera ' || n else 'Juguete ' || n end, 'Sonajero y más', 100, false, 2, 3, 'k', file_id, n % 7
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

test('while somebody types, products and shelves are suggested in their language', async () => {
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

test('beside a product hang those that resemble it most', async () => {
  const answer = await shop.visitor().call(listRelatedProducts, { params: { id: 3 } })

  expect(answer.ok && answer.body.products[0]?.name).toBe('Canciones para el mate')
  expect(answer.ok && answer.body.products.some(({ id }) => id === 3)).toBe(false)
})
