import type { Database } from '#server/db/client.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** Inserts two categories with two subcategories each. */
export async function insertTestCategories(db: Database): Promise<void> {
  const rows = await db
    .insert(categories)
    .values(
      ['ebooks', 'music'].map((slug, position) => ({
        slug,
        nameEs: `${slug} es`,
        nameEn: `${slug} en`,
        position,
      })),
    )
    .returning({ id: categories.id, slug: categories.slug })
  await db.insert(subcategories).values(
    rows.flatMap(({ id: categoryId, slug }) =>
      ['one', 'two'].map((name, position) => ({
        categoryId,
        slug: `${slug}-${name}`,
        nameEs: `${slug} ${name} es`,
        nameEn: `${slug} ${name} en`,
        position,
      })),
    ),
  )
}
