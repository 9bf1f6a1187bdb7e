import { beforeAll, expect, test } from 'vitest'
import { SMALL_CATALOG, seedSmallCatalog } from '#tools/sample-data/small-catalog.ts'
import { readProductList } from '#tools/api-client/read-product-list.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp({ resetBefore: 'file' })
beforeAll(async () => {
  await seedSmallCatalog(shop.db)
})

const find = (query: Record<string, string | number>, page?: number) =>
  readProductList(shop.visitor(), query, page)

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
] as const)('the filters %j list the products %j', async (query, names) => {
  const list = await find(query)

  expect(list.names).toEqual(names)
  expect(list.total).toBe(names.length)
})

test('a cursor continues a list in every sort order after the last product of a page', async () => {
  const { db } = shop
  for (const sort of ['newest', 'best_selling', 'price_asc', 'price_desc']) {
    const { names, total, nextCursor } = await find({ sort })
    expect(total).toBe(SMALL_CATALOG.length + 1)
    expect(names).toHaveLength(total)
    expect(nextCursor).toBeNull()
  }
  await db.execute(`insert into products (seller_id, name, description, price, is_price_dynamic, category_id,
    subcategory_id, image_key, edition_id, listed)
    select seller_id, 'Copia ' || n, 'Copia', 100 + n, false, 2, 4, 'k', edition_id, true
      from products, generate_series(1, 60) n where products.id = 1`)
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
