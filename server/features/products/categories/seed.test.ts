import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories, subcategories } from '#server/db/schema/index.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { getCategoryTree } from './categories.ts'
import { CATEGORIES, seedCategories } from './seed.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('seeding inserts missing categories at their position in both languages, and keeps changed names', async () => {
  const { db } = database

  await seedCategories(db)
  await db.update(categories).set({ nameEs: 'Libros' }).where(eq(categories.slug, 'books'))
  await db.delete(subcategories).where(eq(subcategories.slug, 'music-scores'))
  await seedCategories(db)

  const english = await getCategoryTree({ db }, 'en')
  expect(english.map(({ name }) => name)).toEqual(CATEGORIES.map(({ en }) => en))
  expect(english.map(({ subcategories: children }) => children.map(({ name }) => name))).toEqual(
    CATEGORIES.map(({ subcategories: children }) => children.map(({ en }) => en)),
  )
  const [books] = await getCategoryTree({ db }, 'es')
  expect(books!.name).toBe('Libros')
})
